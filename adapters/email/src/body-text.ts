import { stripQuotes } from './strip-quotes.ts'

/** What of a mail becomes the SMS. */
export interface TextRules {
  readonly subject: 'ignore' | 'before'
  readonly stripQuotes: boolean
}

/** The text of the SMS; empty when there is nothing to send. */
export function bodyText(
  { subject, text }: { readonly subject: string; readonly text: string },
  rules: TextRules,
): string {
  const body = tidy(rules.stripQuotes ? stripQuotes(text) : text)
  const before = rules.subject === 'before' ? subject.replace(/\s+/g, ' ').trim() : ''
  return [before, body].filter((part) => part !== '').join('\n')
}

/** Blanks at the ends of lines, and more than one empty line, cost parts and say nothing. */
function tidy(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
