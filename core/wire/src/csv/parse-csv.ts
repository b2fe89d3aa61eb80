import { invalid } from '../invalid.ts'
import { afterLineEnds, readRecord } from './read-record.ts'

export interface CsvLimits {
  /** Maximum number of records. */
  readonly records?: number | undefined
  /** Maximum number of fields in one record. */
  readonly fields?: number | undefined
}

const DEFAULT_RECORDS = 100_000
const DEFAULT_FIELDS = 100

/**
 * Reads CSV (RFC 4180) with commas. Lines may end in CRLF, LF or CR, and the last line may have no end; empty lines and
 * a byte order mark are left out.
 *
 * Throws `invalid` with the code `malformed-csv`, naming the record with a misplaced quote, or `csv-too-large` when
 * there are more records or fields than the limits allow (100,000 and 100).
 */
export function parseCsv(text: string, limits: CsvLimits = {}): readonly (readonly string[])[] {
  const { records: mostRecords = DEFAULT_RECORDS, fields: mostFields = DEFAULT_FIELDS } = limits
  const records: (readonly string[])[] = []
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
    at = afterLineEnds(text, at)
    if (at === text.length) break
    const read = readRecord(text, at, { delimiter: ',', isEnd: true, mostFields })
    if (read.kind === 'too-many-fields') throw invalid('csv-too-large', `A record has more than ${mostFields} fields`)
    if (read.kind !== 'record')
      throw invalid('malformed-csv', `Record ${records.length + 1} has a misplaced or missing quote`)
    at = read.next
    if (read.isEmptyLine) continue
    if (records.length === mostRecords) throw invalid('csv-too-large', `There are more than ${mostRecords} records`)
    records.push(read.fields)
  }
  return records
}
