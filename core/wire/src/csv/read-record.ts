/** The separator of a record's fields. */
export type CsvDelimiter = ',' | ';' | '\t'

/** Matches a field without quotes, by delimiter. */
const PLAIN: Readonly<Record<CsvDelimiter, RegExp>> = {
  ',': /[^",\r\n]*/y,
  ';': /[^";\r\n]*/y,
  '\t': /[^"\t\r\n]*/y,
}

export type RecordRead =
  | {
      readonly kind: 'record'
      readonly fields: readonly string[]
      readonly isEmptyLine: boolean
      readonly next: number
    }
  /** The record's end is not in the text. */
  | { readonly kind: 'incomplete' }
  /** A misplaced or missing quote. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-many-fields' }

export interface RecordOptions {
  readonly delimiter: CsvDelimiter
  /** False: the text may go on, and a record at its end may be longer. */
  readonly isEnd: boolean
  /** Maximum number of fields. */
  readonly mostFields: number
  /** A record that is certain to be longer counts as malformed, and its long field is not read. */
  readonly mostOctets?: number | undefined
}

/**
 * Reads the record that begins at `at` (RFC 4180). Lines may end in CRLF, LF or CR, and the last line may have no end.
 */
export function readRecord(
  text: string,
  at: number,
  { delimiter, isEnd, mostFields, mostOctets = Number.POSITIVE_INFINITY }: RecordOptions,
): RecordRead {
  const fields: string[] = []
  for (let begin = at; ; ) {
    const isQuoted = text[begin] === '"'
    const end = isQuoted ? endOfQuoted(text, begin) : endOfPlain(text, begin, delimiter)
    if (end === undefined) return { kind: isEnd ? 'malformed' : 'incomplete' }
    if (end - at > mostOctets) return { kind: 'malformed' }
    fields.push(isQuoted ? text.slice(begin + 1, end - 1).replaceAll('""', '"') : text.slice(begin, end))
    if (fields.length > mostFields) return { kind: 'too-many-fields' }
    if (text[end] === delimiter) {
      begin = end + 1
      continue
    }
    const next = endOfLine(text, end, isEnd)
    if (typeof next !== 'number') return { kind: next }
    return { kind: 'record', fields, isEmptyLine: fields.length === 1 && end === begin, next }
  }
}

/** The offset after the line ends at `at`, if any: empty lines are left out, and there may be millions of them. */
export function afterLineEnds(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === LF || text.charCodeAt(end) === CR) end += 1
  return end
}

export const LF = 0x0a
export const CR = 0x0d

/** Where the next line begins when a line ends at `end`. */
function endOfLine(text: string, end: number, isEnd: boolean): number | 'incomplete' | 'malformed' {
  const isLast = end + 1 >= text.length
  if (end === text.length) return isEnd ? end : 'incomplete'
  if (text[end] === '\n') return end + 1
  if (text[end] !== '\r') return 'malformed'
  if (isLast && !isEnd) return 'incomplete'
  return text[end + 1] === '\n' ? end + 2 : end + 1
}

function endOfPlain(text: string, at: number, delimiter: CsvDelimiter): number {
  const shape = PLAIN[delimiter]
  shape.lastIndex = at
  shape.test(text)
  return Math.max(shape.lastIndex, at)
}

/**
 * The offset after the closing quote of a field that begins with a quote at `at`; undefined when it has no closing
 * quote.
 */
function endOfQuoted(text: string, at: number): number | undefined {
  let end = text.indexOf('"', at + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end < 0 ? undefined : end + 1
}
