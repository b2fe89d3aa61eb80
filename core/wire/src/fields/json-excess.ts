/**
 * How deep lists and objects of a body may nest. No interface needs ten levels; code that walks a value by recursion
 * overflows the stack from some thousand on.
 */
const MAX_JSON_DEPTH = 100
/** Values of a body, lists and objects included. The largest submission of v2 has 10,000 messages of some 15 values. */
const MAX_VALUES = 200_000
/** Each text is a value or a name, in JSON: 4 MiB of quotes alone, two million empty texts, took 50 ms and more. */
const MAX_TEXTS = 2 * MAX_VALUES
/** Different names in a body. V8 builds a new shape for each object whose names it has not seen before. */
const MAX_NAMES = 20_000
/** Different texts of at most 10 octets in a body, names included. V8 looks each of them up among all it has seen. */
const MAX_SHORT_TEXTS = 50_000
const SHORT_TEXT_OCTETS = 10

/** Octets of a text that are looked at one by one, which is faster than searching where texts are short. */
const LOOKED_THROUGH = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** 1 for each octet that means something outside of texts. */
const IS_MARK = new Uint8Array(256)
for (const mark of [QUOTE, COLON, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) IS_MARK[mark] = 1

/** Chosen by each process for itself, so that names with equal hashes cannot be prepared. */
const SEED = Math.floor(Math.random() * 2 ** 32)

/**
 * What a JSON body has too much of; undefined when its parts are in order. A body within these limits costs
 * `JSON.parse` little, whatever it contains. Looks at each octet once, without recursion, and says nothing about
 * whether it is JSON.
 */
export function jsonExcess(octets: Uint8Array): string | undefined {
  const { length } = octets
  const names = new Set<number>()
  const shortTexts = new Set<number>()
  let depth = 0
  let values = 1
  let members = 0
  let texts = 0
  let textStart = 0
  let textEnd = 0
  for (let index = 0; index < length; index++) {
    const octet = octets[index] as number
    if (IS_MARK[octet] === 0) continue
    switch (octet) {
      case QUOTE:
        if (++texts > MAX_TEXTS) return `more than ${MAX_VALUES} values`
        textStart = index + 1
        textEnd = endOfText(octets, textStart)
        index = textEnd
        if (textEnd - textStart > SHORT_TEXT_OCTETS) break
        if (shortTexts.add(hashOf(octets, textStart, textEnd)).size > MAX_SHORT_TEXTS) {
          return `more than ${MAX_SHORT_TEXTS} short texts`
        }
        break
      case COLON:
        // A value follows each of them, in JSON: 4 MiB of colons alone took 66 ms.
        if (++members > MAX_VALUES) return `more than ${MAX_VALUES} values`
        if (names.add(hashOf(octets, textStart, textEnd)).size > MAX_NAMES) return `more than ${MAX_NAMES} names`
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        values++
        if (++depth > MAX_JSON_DEPTH) return `more than ${MAX_JSON_DEPTH} levels`
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
        break
      case COMMA:
        values++
        break
    }
    if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`
  }
  return undefined
}

/** The index of the quote that ends a text, or where the octets end. */
function endOfText(octets: Uint8Array, start: number): number {
  let index = start
  for (;;) {
    for (const end = Math.min(index + LOOKED_THROUGH, octets.length); index < end; index++) {
      const octet = octets[index]
      if (octet === QUOTE) return index
      if (octet === BACKSLASH) index++
    }
    // Far faster for the rest of a long text. A quote behind an odd number of backslashes is part of the text.
    const quote = octets.indexOf(QUOTE, index)
    if (quote < 0) return octets.length
    let backslashes = 0
    while (quote - backslashes > index && octets[quote - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote
    index = quote + 1
  }
}

/** FNV-1a. */
function hashOf(octets: Uint8Array, start: number, end: number): number {
  let hash = SEED
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (octets[index] as number), 0x01000193)
  return hash
}
