import type { Language } from './languages.ts'
import { formatMessage, parseMessage, type Values } from './message.ts'

/** The texts of a file, as they are written. */
export interface WrittenTexts {
  readonly [key: string]: string | readonly string[] | WrittenTexts
}

/**
 * The texts of a file as pages use them: one with values in it is a function of them, each other one a string. `T` is
 * what the caller knows to be in the file. Throws a `SyntaxError` for a text that is no message.
 */
export function readTexts<T>(texts: object, language: Language): T {
  const rules = new Intl.PluralRules(language)
  const read = (written: unknown): unknown => {
    if (typeof written === 'string') return readText(written, rules)
    if (Array.isArray(written)) return written.map(read)
    return Object.fromEntries(Object.entries(written as WrittenTexts).map(([key, value]) => [key, read(value)]))
  }
  return read(texts) as T
}

function readText(text: string, rules: Intl.PluralRules): string | ((values: Values) => string) {
  const message = parseMessage(text)
  const hasValues = message.some((part) => typeof part !== 'string')
  return hasValues ? (values) => formatMessage(message, values, rules) : message.join('')
}
