import { stripQuotes } from './strip-quotes.ts'

/** Which parts of a mail become the SMS. */
export interface TextRules {
  readonly subject: 'ignore' | 'before'
  readonly stripQuotes: boolean
}

/** Returns the text of the SMS; empty when there is nothing to send. */
export function bodyText(
  { subject, text }: { readonly subject: string; readonly text: string },
  rules: TextRules,
): string {
  const body = tidy(rules.stripQuotes ? stripQuotes(text) : text)
  const before = rules.subject === 'before' ? subject.replace(/\s+/g, ' ').trim() : ''
  return [before, body].filter((part) => part !== '').join('\n')
}

/** Removes blanks at line ends and repeated empty lines, which cost parts and say nothing. */
function tidy(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
