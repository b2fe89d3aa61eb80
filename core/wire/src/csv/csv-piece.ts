import { TimeSlice } from '@heliograph/messaging'
import { invalid } from '../invalid.ts'
import { assertNotUtf16, BYTE_ORDER_MARK, decodeFields, delimiterOf, MOST_FIELDS, MOST_OCTETS } from './csv-records.ts'
import { afterLineEnds, type CsvDelimiter, readRecord } from './read-record.ts'

export interface CsvPieceOptions {
  /** The field separator found in the first piece; empty for the first piece. */
  readonly separator: string
  /** Whether the file ends with this piece. */
  readonly isEnd: boolean
  /** Maximum number of records. */
  readonly mostRecords: number
}

export interface CsvPiece {
  /** Null for a record that cannot be read, see `csvRecords`. */
  readonly records: readonly (readonly string[] | null)[]
  /** Number of octets read, which is where the next piece begins. */
  readonly octets: number
  readonly separator: string
}

/**
 * Octets that are read before other work of the process has its turn: some milliseconds. Longer than a record may be.
 */
const SLICE_OCTETS = 131_072

/**
 * Reads the records of one piece of a file. The piece begins at a record; a record that may continue after the piece is
 * left to the next one. For files that arrive in pieces and of which only the records are kept. The rules are those of
 * `csvRecords`. Gives way to other work while it reads.
 *
 * Rejects with `invalid`/`unknown-encoding`, and `invalid`/`line-too-long` when no record ends in the piece.
 */
export async function readCsvPiece(octets: Uint8Array, options: CsvPieceOptions): Promise<CsvPiece> {
  const slice = new TimeSlice()
  const records: (readonly string[] | null)[] = []
  let { separator } = options
  let at = 0
  for (let size = SLICE_OCTETS; at < octets.length && records.length < options.mostRecords; ) {
    if (slice.isOver) await slice.rest()
    const isLast = at + size >= octets.length
    const read = readSlice(octets.subarray(at, at + size), {
      separator,
      isEnd: options.isEnd && isLast,
      // Of a slice that was enlarged for a line that is too long, nothing else is read.
      mostRecords: size > SLICE_OCTETS ? 1 : options.mostRecords - records.length,
    })
    if (read.octets === 0 && isLast) break
    for (const record of read.records) records.push(record)
    separator = read.octets === 0 ? separator : read.separator
    at += read.octets
    size = read.octets === 0 ? size * 2 : SLICE_OCTETS
  }
  if (at === 0 && octets.length > 0) throw invalid('line-too-long', 'A line of the file is too long')
  return { records, octets: at, separator }
}

/** Reads what of a slice can be read at once. */
function readSlice(octets: Uint8Array, { separator, isEnd, mostRecords }: CsvPieceOptions): CsvPiece {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1')
  const isFirst = separator === ''
  if (isFirst) assertNotUtf16(text)
  let at = isFirst ? (BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0) : 0
  const delimiter = isFirst ? delimiterOf(text.slice(at)) : (separator as CsvDelimiter)
  const records: (readonly string[] | null)[] = []
  while (at < text.length && records.length < mostRecords) {
    at = afterLineEnds(text, at)
    if (at === text.length) break
    const read = readRecord(text, at, { delimiter, isEnd, mostFields: MOST_FIELDS, mostOctets: MOST_OCTETS })
    if (read.kind === 'incomplete' && text.length - at <= MOST_OCTETS) break
    if (read.kind === 'record' && read.next - at <= MOST_OCTETS) {
      at = read.next
      if (!read.isEmptyLine) records.push(decodeFields(read))
    } else {
      const next = endOfLine(text, at, isEnd)
      if (next === undefined) break
      records.push(null)
      at = next
    }
  }
  return { records, octets: at, separator: delimiter }
}

/** Where the next line begins; undefined when that is not in the text. */
function endOfLine(text: string, at: number, isEnd: boolean): number | undefined {
  const end = /\r\n?|\n/g
  end.lastIndex = at
  return end.exec(text) === null ? (isEnd ? text.length : undefined) : end.lastIndex
}
