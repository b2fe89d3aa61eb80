/**
 * How deep lists and objects of a body may nest. No interface needs ten levels; code that walks a value by recursion
 * overflows the stack from some thousand on.
 */
export const MAX_JSON_DEPTH = 100
/** Values of a body, lists and objects included. The largest submission of v2 has 10,000 messages of some 15 values. */
const MAX_VALUES = 200_000
/** Different names in a body. V8 builds a new shape for each object whose names it has not seen before. */
const MAX_NAMES = 20_000
/** Different texts of at most 10 octets in a body, names included. V8 looks each of them up among all it has seen. */
const MAX_SHORT_TEXTS = 50_000
const SHORT_TEXT_OCTETS = 10

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Chosen anew by each process, so that names with equal hashes cannot be prepared. */
const SEED = Math.floor(Math.random() * 2 ** 32)

/**
 * What a JSON body has too much of; undefined when its parts are in order. A body within these limits costs
 * `JSON.parse` little, whatever it contains. Looks at each octet once, without recursion, and says nothing about
 * whether it is JSON.
 */
export function jsonExcess(octets: Uint8Array): string | undefined {
  const names = new Set<number>()
  const shortTexts = new Set<number>()
  let depth = 0
  let values = 1
  let text = 0
  for (let index = 0; index < octets.length; index++) {
    switch (octets[index]) {
      case QUOTE: {
        const start = index + 1
        text = SEED
        for (index++; index < octets.length && octets[index] !== QUOTE; index++) {
          if (octets[index] === BACKSLASH) index++
          // FNV-1a.
          text = Math.imul(text ^ (octets[index] as number), 0x01000193)
        }
        if (index - start <= SHORT_TEXT_OCTETS && shortTexts.add(text).size > MAX_SHORT_TEXTS) {
          return `more than ${MAX_SHORT_TEXTS} short texts`
        }
        break
      }
      case COLON:
        if (names.add(text).size > MAX_NAMES) return `more than ${MAX_NAMES} names`
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
