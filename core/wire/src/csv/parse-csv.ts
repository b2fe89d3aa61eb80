import { invalid } from '../invalid.ts'

export interface CsvLimits {
  /** Records at most. */
  readonly records?: number | undefined
  /** Fields of one record at most. */
  readonly fields?: number | undefined
}

const DEFAULT_RECORDS = 100_000
const DEFAULT_FIELDS = 100

/** A field without quotes. */
const PLAIN = /[^",\r\n]*/y

/** What may stand behind a field. */
const DELIMITER = /,|\r\n|\n|\r|$/y

/**
 * Reads CSV (RFC 4180) with commas. Lines may end in CRLF, LF or CR, the last one in nothing; empty lines and a byte order mark are left out.
 *
 * Throws `invalid` with the code `malformed-csv`, saying in which record a quote is not where it may be, or `csv-too-large` when there are more records or fields
 * than the limits allow (100,000 and 100).
 */
export function parseCsv(text: string, limits: CsvLimits = {}): readonly (readonly string[])[] {
  const { records: mostRecords = DEFAULT_RECORDS, fields: mostFields = DEFAULT_FIELDS } = limits
  const records: (readonly string[])[] = []
  let fields: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? endOfQuoted(text, at) : endOf(PLAIN, text, at)
    const next = end === undefined ? undefined : endOf(DELIMITER, text, end)
    if (end === undefined || next === undefined) {
      throw invalid('malformed-csv', `Record ${records.length + 1} has a quote where none may be, or one too few`)
    }
    fields.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end))
    if (fields.length > mostFields) throw invalid('csv-too-large', `A record has more than ${mostFields} fields`)
    const isLineEmpty = fields.length === 1 && end === at
    const isComma = text[end] === ','
    at = next
    if (isComma && at < text.length) continue
    // A comma at the very end has an empty field behind it.
    if (isComma) fields.push('')
    if (!isLineEmpty || isComma) {
      if (records.length === mostRecords) throw invalid('csv-too-large', `There are more than ${mostRecords} records`)
      records.push(fields)
    }
    fields = []
  }
  return records
}

/** Where the match of a sticky shape that begins at `at` ends; undefined when there is none. */
function endOf(shape: RegExp, text: string, at: number): number | undefined {
  shape.lastIndex = at
  return shape.test(text) ? Math.max(shape.lastIndex, at) : undefined
}

/** Where a field that begins with a quote at `at` ends, behind its closing quote; undefined when it has none. */
function endOfQuoted(text: string, at: number): number | undefined {
  let end = text.indexOf('"', at + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end < 0 ? undefined : end + 1
}
