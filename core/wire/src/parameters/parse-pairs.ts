import { type Charset, decodeText } from '@heliograph/messaging'
import { invalid } from '../invalid.ts'

/** One `name=value` of a query or a form, decoded. A name without `=` has an empty value. */
export type Pair = readonly [name: string, value: string]

/** The charset of the octets of names and values. */
export type PairCharset = Charset | 'octets' | undefined

const BYTE_ORDER_MARK = '\xef\xbb\xbf'

const PLUS = 0x2b
const BLANK = 0x20
const PERCENT = 0x25

/**
 * Parses the pairs of `application/x-www-form-urlencoded` (WHATWG URL Standard section 5.1) in their order. A `%` that
 * does not begin an escape stands for itself, as in texts that were never encoded.
 *
 * @param octets - one character for each octet, U+0000 to U+00FF.
 * @param charset - the charset of the octets; see `decodeText`. `octets`: values stay one character for each octet.
 * @param limit - maximum number of pairs; more throw `invalid`/`too-many-parameters`.
 */
export function parsePairs(octets: string, charset: PairCharset, limit: number): readonly Pair[] {
  const pairs: Pair[] = []
  let start = octets.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  while (start < octets.length) {
    const next = octets.indexOf('&', start)
    const end = next < 0 ? octets.length : next
    if (end > start) {
      assertFew(pairs.length + 1, limit)
      pairs.push(parsePair(octets.slice(start, end), charset))
    }
    start = end + 1
  }
  return pairs
}

/** Throws `invalid`/`too-many-parameters` when there are more than `limit`. */
export function assertFew(count: number, limit: number): void {
  if (count > limit) throw invalid('too-many-parameters', `At most ${limit} parameters are allowed`)
}

/**
 * Turns the characters of a query into octets. Where the server does not refuse octets outside ASCII, they arrive
 * decoded as UTF-8 or as one character each.
 */
export function queryOctets(query: string): string {
  return /[^\0-\xff]/.test(query) ? Buffer.from(query, 'utf8').toString('latin1') : query
}

function parsePair(pair: string, charset: PairCharset): Pair {
  const equals = pair.indexOf('=')
  if (equals < 0) return [decodePart(pair, charset), '']
  return [decodePart(pair.slice(0, equals), charset), decodePart(pair.slice(equals + 1), charset)]
}

function decodePart(part: string, charset: PairCharset): string {
  if (!/[%+\x80-\xff]/.test(part)) return part
  const octets = unescaped(part)
  return charset === 'octets' ? octets.toString('latin1') : decodeText(octets, charset)
}

/** The octets of a part, with `+` and escapes decoded. */
function unescaped(part: string): Buffer {
  const octets = Buffer.from(part, 'latin1')
  let length = 0
  for (let at = 0; at < octets.length; at += 1) {
    let octet = octets[at] as number
    if (octet === PLUS) octet = BLANK
    else if (octet === PERCENT) {
      const escaped = digit(octets[at + 1]) * 16 + digit(octets[at + 2])
      if (escaped >= 0) {
        octet = escaped
        at += 2
      }
    }
    octets[length] = octet
    length += 1
  }
  return octets.subarray(0, length)
}

/** The value of a hexadecimal digit; -Infinity for anything else, so that no sum with it is an octet. */
function digit(octet = 0): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30
  const letter = octet | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.NEGATIVE_INFINITY
}
