import { type Charset, decodeText } from '@heliograph/messaging'
import { invalid } from '../invalid.ts'

/** The charset of the octets of names and values. */
export type PairCharset = Charset | 'octets' | undefined

/** Characters that do not stand for themselves. */
const ESCAPED = /[%+\x80-\xff]/

const BYTE_ORDER_MARK = '\xef\xbb\xbf'

/** Octets of the values of wanted pairs, before they are decoded. */
const MOST_WANTED_OCTETS = 16_384

/** Names with escapes that are looked at for wanted pairs: decoding them costs time, and hardly a client sends one. */
const MOST_ESCAPED_NAMES = 1_000

const AMPERSAND = 0x26
const PLUS = 0x2b
const BLANK = 0x20
const PERCENT = 0x25

/** How pairs are read. */
export interface PairOptions {
  /** The charset of the octets; see `decodeText`. `octets`: values stay one character for each octet. */
  readonly charset: PairCharset
  /** Maximum number of pairs, empty ones between two `&` included; more throw `invalid`/`too-many-parameters`. */
  readonly limit: number
  /**
   * Which pairs are wanted, by name; without it, all. The others are skipped without being decoded, and so is what is
   * longer than 16 KiB together.
   */
  readonly wanted?: WantedNames | undefined
}

/** Names to look for. */
export interface WantedNames {
  /** The longest name in octets. */
  readonly longest: number
  has(name: string): boolean
}

/**
 * Parses the pairs of `application/x-www-form-urlencoded` (WHATWG URL Standard section 5.1) in their order. A `%` that
 * does not begin an escape stands for itself, as in texts that were never encoded.
 *
 * @param octets - one character for each octet, U+0000 to U+00FF.
 * @param take - called with each pair, decoded. A name without `=` has an empty value.
 */
export function eachPair(
  octets: string,
  { charset, limit, wanted }: PairOptions,
  take: (name: string, value: string) => void,
): void {
  const isWanted = wanted && wantedPairs(wanted, charset)
  let count = 0
  let start = octets.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  while (start < octets.length) {
    count += 1
    assertFew(count, limit)
    if (octets.charCodeAt(start) === AMPERSAND) {
      start += 1
      continue
    }
    const end = indexFrom(octets, '&', start)
    if (isWanted === undefined || isWanted(octets, start, end)) {
      const pair = octets.slice(start, end)
      const equals = pair.indexOf('=')
      if (equals < 0) take(decodePart(pair, charset), '')
      else take(decodePart(pair.slice(0, equals), charset), decodePart(pair.slice(equals + 1), charset))
    }
    start = end + 1
  }
}

/** Creates a function that finds out for one pair after the other whether it is wanted, at little cost. */
function wantedPairs({ longest, has }: WantedNames, charset: PairCharset): (...place: Place) => boolean {
  let room = MOST_WANTED_OCTETS
  let escaped = 0
  let equals = -1
  return (octets, start, end) => {
    // Kept over pairs without one, so that no octet is looked at twice.
    if (equals < start) equals = indexFrom(octets, '=', start)
    const nameEnd = Math.min(equals, end)
    // An octet of a name takes up to three characters.
    if (nameEnd - start > longest * 3) return false
    const name = octets.slice(start, nameEnd)
    if (ESCAPED.test(name)) {
      escaped += 1
      if (escaped > MOST_ESCAPED_NAMES || !has(decodePart(name, charset))) return false
    } else if (!has(name)) return false
    room -= end - start
    return room >= 0
  }
}

type Place = [octets: string, start: number, end: number]

/** Where the character is; behind the end when there is none. */
function indexFrom(octets: string, character: string, start: number): number {
  const found = octets.indexOf(character, start)
  return found < 0 ? octets.length : found
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

function decodePart(part: string, charset: PairCharset): string {
  if (!ESCAPED.test(part)) return part
  const octets = /[%+]/.test(part) ? unescaped(part) : Buffer.from(part, 'latin1')
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
      const escaped = (DIGITS[octets[at + 1] ?? 0] as number) * 16 + (DIGITS[octets[at + 2] ?? 0] as number)
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

/** The values of hexadecimal digits, by octet; for others one with which no sum is an octet. */
const DIGITS = Int16Array.from({ length: 256 }, (_, octet) => {
  const digit = Number.parseInt(String.fromCharCode(octet), 16)
  return Number.isNaN(digit) ? -1_000 : digit
})
