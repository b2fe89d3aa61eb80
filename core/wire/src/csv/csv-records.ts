import { decodeText } from '@heliograph/messaging'
import { invalid } from '../invalid.ts'
import { afterLineEnds, CR, type CsvDelimiter, LF, type RecordRead, readRecord } from './read-record.ts'

/** A record of a stream, or the position of one that cannot be read. */
export interface CsvRecord {
  /** The line where it begins, from 1. */
  readonly line: number
  /**
   * Undefined: it has a misplaced or missing quote, or is longer than 65,536 octets or 1,000 fields. Reading continues
   * on the next line.
   */
  readonly fields: readonly string[] | undefined
}

/** Maximum length of a record in octets. */
export const MOST_OCTETS = 65_536
export const MOST_FIELDS = 1_000

const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t']

/**
 * Reads CSV (RFC 4180) from a stream, in memory that does not grow with it. Fields are separated by commas, semicolons
 * or tabs, whichever is most frequent in the first line. Octets are UTF-8 where a field is valid UTF-8, else
 * windows-1252; empty lines and a byte order mark are left out. Throws `invalid`/`unknown-encoding` for UTF-16.
 */
export async function* csvRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const records = new RecordReader()
  for await (const octets of source) yield* records.read(octets, false)
  yield* records.read(new Uint8Array(0), true)
}

/** Keeps octets as characters with the same codes, since all special characters of CSV are ASCII. */
class RecordReader {
  #text = ''
  #line = 1
  #delimiter: CsvDelimiter | undefined
  /** True while the rest of the line belongs to a record that could not be read. */
  #isSkipping = false

  /** The field separator, once the first line has arrived. */
  #begin(isEnd: boolean): CsvDelimiter | undefined {
    if (this.#delimiter !== undefined) return this.#delimiter
    assertNotUtf16(this.#text)
    const end = this.#text.search(/[\r\n]/)
    if (end < 0 && !isEnd && this.#text.length <= MOST_OCTETS) return undefined
    this.#text = this.#text.replace(BYTE_ORDER_MARK, '')
    this.#delimiter = delimiterOf(this.#text)
    return this.#delimiter
  }

  *read(octets: Uint8Array, isEnd: boolean): Generator<CsvRecord> {
    this.#text += Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1')
    const delimiter = this.#begin(isEnd)
    if (delimiter === undefined) return
    let at = this.#isSkipping ? this.#skipLine(0, isEnd) : 0
    while (at < this.#text.length && !this.#isSkipping) {
      const end = afterLineEnds(this.#text, at)
      if (end > at) {
        // A CR at the very end may be followed by an LF.
        const next = end === this.#text.length && !isEnd && this.#text.endsWith('\r') ? end - 1 : end
        this.#line += countLines(this.#text, at, next)
        at = next
        if (end === this.#text.length) break
      }
      const read = readRecord(this.#text, at, { delimiter, isEnd, mostFields: MOST_FIELDS, mostOctets: MOST_OCTETS })
      if (read.kind === 'incomplete' && this.#text.length - at <= MOST_OCTETS) break
      if (read.kind === 'record' && read.next - at <= MOST_OCTETS) {
        const line = this.#line
        this.#line += countLines(this.#text, at, read.next)
        at = read.next
        if (!read.isEmptyLine) yield { line, fields: decodeFields(read) }
      } else {
        yield { line: this.#line, fields: undefined }
        at = this.#skipLine(at, isEnd)
      }
    }
    this.#text = this.#text.slice(at)
  }

  /** Where the next line begins; the end of the text when it has not arrived yet. */
  #skipLine(at: number, isEnd: boolean): number {
    const end = /\r\n?|\n/g
    end.lastIndex = at
    const found = end.exec(this.#text)
    // A CR at the very end may be followed by an LF.
    this.#isSkipping = !isEnd && (found === null || (found[0] === '\r' && end.lastIndex === this.#text.length))
    if (this.#isSkipping) return found?.index ?? this.#text.length
    this.#line += 1
    return found === null ? this.#text.length : end.lastIndex
  }
}

/** The byte order mark of UTF-8, with one character for each octet. */
export const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

/** Throws `invalid`/`unknown-encoding`. */
export function assertNotUtf16(text: string): void {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text))
    throw invalid('unknown-encoding', 'The file is in UTF-16; save it as CSV in UTF-8')
}

/** The most frequent delimiter in the first line of a text. */
export function delimiterOf(text: string): CsvDelimiter {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const first = line.slice(0, MOST_OCTETS).replace(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }))
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).delimiter
}

/** Decodes fields whose characters stand for octets. */
export function decodeFields({ fields }: RecordRead & { kind: 'record' }): readonly string[] {
  return fields.map((field) => (/[\x80-\xff]/.test(field) ? decodeText(Buffer.from(field, 'latin1')) : field))
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) lines += 1
  }
  return lines
}
