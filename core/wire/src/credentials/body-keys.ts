import { TimeSlice } from '@heliograph/messaging'
import { Parameters } from '../parameters/parameters.ts'

/** Strangers get short turns. */
const SLICE_MS = 4

/** Longer values are no keys. */
const MOST_CHARACTERS = 200

/** White space between a name and its value. */
const MOST_BLANKS = 20

/** Octets that are searched at once, and what two such pieces have in common: no member is longer. */
const WINDOW = 131_072
const OVERLAP = 1_024

/** Tags that are looked at; the parser takes no more of them. */
const MOST_TAGS = 10_000

/** The start tag of an element without its prefix, and the text behind it. */
const TAG = /<(?:[^\s<>/:]{1,64}:)?([^\s<>/:]{1,64})(?:\s[^<>]{0,1000})?>(?:<!\[CDATA\[)?\s*([^<\]]{0,200})/y

/**
 * Finds members of a JSON object by name (in any letter case) without parsing it, as if they were all that it has: a
 * key can be looked up before the rest costs anything. Takes time in proportion to the octets, and gives way. What is
 * found may also stand deeper inside, so it proves nothing but that the sender has it.
 *
 * @returns query and members as parameters, for `Parameters.joined`.
 */
export async function membersOfJson(query: string, octets: Buffer, names: readonly string[]): Promise<Parameters> {
  const slice = new TimeSlice(SLICE_MS)
  const found: Record<string, string> = {}
  const shapes = names.map((name) => [name, memberShape(name)] as const)
  for (let start = 0; start < octets.length; start += WINDOW - OVERLAP) {
    if (slice.isOver) await slice.rest()
    const text = octets.toString('latin1', start, start + WINDOW)
    for (const [name, shape] of shapes) found[name] ??= shape.exec(text)?.[1] as string
  }
  return Parameters.ofJson(query, found)
}

function memberShape(name: string): RegExp {
  const spellings = [Buffer.from(name).toString('latin1'), inAscii(name)].map(escaped).join('|')
  // regex-bound: every part has a largest number, and the text is a window.
  return new RegExp(
    `"(?:${spellings})"\\s{0,${MOST_BLANKS}}:\\s{0,${MOST_BLANKS}}"([^"\\\\]{0,${MOST_CHARACTERS}})"`,
    'i',
  )
}

/** As encoders write it that send nothing but ASCII. */
function inAscii(name: string): string {
  return name.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * The text of the first element with one of the names, in any namespace and at any depth, without parsing the document;
 * undefined when there is none. Names and text have to be ASCII. Like `membersOfJson`, it takes time in proportion to
 * the octets, gives way, and proves only that the sender has it.
 */
export async function elementTextIn(octets: Buffer, names: readonly string[]): Promise<string | undefined> {
  const slice = new TimeSlice(SLICE_MS)
  const xml = inOneOctet(octets)
  let at = xml.indexOf('<')
  for (let tags = 0; at >= 0 && tags < MOST_TAGS; tags += 1) {
    if (slice.isOver) await slice.rest()
    TAG.lastIndex = at
    const [, name = '', text = ''] = TAG.exec(xml) ?? []
    if (names.includes(name) && text.trim() !== '') return text.trim()
    at = xml.indexOf('<', at + 1)
  }
  return undefined
}

/** A text in which ASCII can be found: all charsets that `decodeXml` knows contain it as it is, except for UTF-16. */
function inOneOctet(octets: Buffer): string {
  const [first, second] = octets
  if (first === 0xff || second === 0) return octets.toString('utf16le')
  if (first === 0xfe || first === 0)
    return Buffer.from(octets.subarray(0, octets.length & ~1))
      .swap16()
      .toString('utf16le')
  return octets.toString('latin1')
}
