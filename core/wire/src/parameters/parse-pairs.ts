import { invalid } from '../invalid.ts'
import type { Charset } from '../text/charsets.ts'
import { decodeText } from '../text/decode-text.ts'

/** One `name=value` of a query or a form, decoded. A name without `=` has an empty value. */
export type Pair = readonly [name: string, value: string]

const ESCAPE = /%([0-9a-f]{2})/gi

const BYTE_ORDER_MARK = '\xef\xbb\xbf'

/**
 * The pairs of `application/x-www-form-urlencoded` (WHATWG URL Standard section 5.1) in their order. A `%` that begins no escape stands for itself, as in texts
 * that were never encoded.
 *
 * @param octets - one character for each octet, U+0000 to U+00FF.
 * @param charset - what the octets are in; see `decodeText`.
 * @param limit - how many pairs at most; more throw `invalid`/`too-many-parameters`.
 */
export function parsePairs(octets: string, charset: Charset | undefined, limit: number): readonly Pair[] {
  const pairs: Pair[] = []
  let start = octets.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  while (start < octets.length) {
    const next = octets.indexOf('&', start)
    const end = next < 0 ? octets.length : next
    if (end > start) {
      if (pairs.length === limit) throw invalid('too-many-parameters', `At most ${limit} parameters are allowed`)
      pairs.push(parsePair(octets.slice(start, end), charset))
    }
    start = end + 1
  }
  return pairs
}

/** Characters of a query as octets. Servers hand octets outside ASCII over as one character each or decoded as UTF-8. */
export function queryOctets(query: string): string {
  return /[^\0-\xff]/.test(query) ? Buffer.from(query, 'utf8').toString('latin1') : query
}

function parsePair(pair: string, charset: Charset | undefined): Pair {
  const equals = pair.indexOf('=')
  if (equals < 0) return [decodePart(pair, charset), '']
  return [decodePart(pair.slice(0, equals), charset), decodePart(pair.slice(equals + 1), charset)]
}

function decodePart(part: string, charset: Charset | undefined): string {
  if (!/[%+\x80-\xff]/.test(part)) return part
  const octets = part.replaceAll('+', ' ').replace(ESCAPE, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /[\x80-\xff]/.test(octets) ? decodeText(Buffer.from(octets, 'latin1'), charset) : octets
}
