/**
 * Texts as translators write them, in a part of ICU MessageFormat, which their tools know. A library for all of it is
 * fifteen times as large. Pure.
 *
 *     {name}                                                      the value of that name
 *     {count, plural, =0 {Nothing} one {# part} other {# parts}}  by the number itself, else by its category in CLDR
 *     #                                                           within a plural: its value, as it was given
 *     '{name}'                                                    in quotes: as it stands; '' is a quote
 */
export type Message = readonly Part[]

export type Part = string | Placeholder | Plural

export interface Placeholder {
  readonly value: string
}

export interface Plural {
  /** The name of the value that is counted. */
  readonly count: string
  /** By category of CLDR (`one`, `other`), and by number (`=0`). */
  readonly forms: Readonly<Record<string, Message>>
}

/** What stands in a text: one that is written for the viewer, or a number. What is counted is a whole number. */
export type Value = string | number

export type Values = Readonly<Record<string, Value>>

const PLAIN = /'([{}#](?:[^']|'')*)(?:'|$)|''?|[^{}#']+/y
const HASH = /#/y
const VALUE = /\{\s*(\w+)\s*(\}|,\s*plural\s*,)/y
const FORM = /\s*(=\d+|zero|one|two|few|many|other)\s*\{/y
const END = /\s*\}/y

/** Where in a text its reader is. */
interface Reader {
  readonly text: string
  at: number
}

/** Throws a `SyntaxError` that cites a text which is not of this form. */
export function parseMessage(text: string): Message {
  const reader = { text, at: 0 }
  const message = readMessage(reader)
  if (reader.at < text.length) throw new SyntaxError(text)
  return message
}

/** Up to the brace that ends it. `count` is what the plural around it counts. */
function readMessage(reader: Reader, count?: string): Message {
  const message: Part[] = []
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    const plain = take(PLAIN, reader)
    if (plain !== null) message.push((plain[1] ?? plain[0]).replaceAll("''", "'"))
    else if (take(HASH, reader) !== null) message.push(count === undefined ? '#' : { value: count })
    else message.push(readValue(reader))
  }
  return message
}

function readValue(reader: Reader): Placeholder | Plural {
  const [, name, rest] = need(VALUE, reader)
  if (rest === '}') return { value: name as string }
  const forms: Record<string, Message> = {}
  while (take(END, reader) === null) {
    const [, category] = need(FORM, reader)
    forms[category as string] = readMessage(reader, name)
    need(END, reader)
  }
  return { count: name as string, forms }
}

function take(pattern: RegExp, reader: Reader): RegExpExecArray | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)
  if (found !== null) reader.at = pattern.lastIndex
  return found
}

function need(pattern: RegExp, reader: Reader): RegExpExecArray {
  const found = take(pattern, reader)
  if (found === null) throw new SyntaxError(reader.text)
  return found
}

/** The text with its values. `rules` are those of its language. */
export function formatMessage(message: Message, values: Values, rules: Intl.PluralRules): string {
  const write = (part: Part): Value => {
    if (typeof part === 'string') return part
    if ('value' in part) return values[part.value] ?? ''
    return formatMessage(formOf(part, values[part.count] ?? '', rules), values, rules)
  }
  return message.map(write).join('')
}

function formOf({ forms }: Plural, value: Value, rules: Intl.PluralRules): Message {
  const count = numberOf(value)
  return forms[`=${count}`] ?? forms[rules.select(count)] ?? forms.other ?? []
}

/** Also of a whole number as it is written for the viewer: `1,234`. */
function numberOf(value: Value): number {
  return typeof value === 'number' ? value : Number(value.replace(/\D/g, ''))
}
