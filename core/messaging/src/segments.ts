import type { Encoding } from '@heliograph/contracts'
import { isSurrogatePair } from './gsm.ts'
import { ALPHABET_END, SEPTETS } from './gsm-alphabet.ts'

/** How a text can travel; octets are not text. */
export type TextEncoding = Exclude<Encoding, 'binary'>

/**
 * The most parts a message may have: concatenation counts them in one octet (3GPP TS 23.040, 9.2.3.24.1). Callers
 * enforce it.
 */
export const MAX_PARTS = 255

/**
 * What a single part holds, and what each part holds when it carries a concatenation header; in septets or UTF-16 code
 * units.
 */
const CAPACITIES = {
  gsm: { single: 160, concatenated: 153 },
  ucs2: { single: 70, concatenated: 67 },
} as const

/** Octets of user data in one SMS, its header included (3GPP TS 23.040, 9.2.3.16). */
const PART_OCTETS = 140

/** Octets of the element that says which part of a message it is, with a reference of 8 bits (9.2.3.24.1). */
export const CONCATENATION_OCTETS = 5

/** Octets, septets or UTF-16 code units of a part beside a header of so many octets, its length octet included. */
export function partRoom(encoding: Encoding, headerOctets: number): number {
  const octets = PART_OCTETS - headerOctets
  if (encoding === 'binary') return octets
  return encoding === 'gsm' ? Math.floor((octets * 8) / 7) : Math.floor(octets / 2)
}

/** No text with more UTF-16 code units can be sent: the most that the most parts hold, each one septet. */
export const LONGEST_TEXT = MAX_PARTS * CAPACITIES.gsm.concatenated

/** The size of a text as SMS. */
export interface TextMeasure {
  /** How it travels. One character outside GSM 03.38 switches the whole text to UCS-2. */
  readonly encoding: TextEncoding
  /** Septets (an extension character takes two) or UTF-16 code units (an emoji takes two). */
  readonly units: number
  /** Parts needed, at least 1. May exceed `MAX_PARTS`. */
  readonly parts: number
  /** Units that fit a part: 160 or 70 in a single one, 153 or 67 in each of several. */
  readonly capacity: number
  /** `parts` times `capacity` less `units`: what a preview shows as characters remaining. */
  readonly remaining: number
}

/** A text cut into the pieces that its parts carry. */
export interface SplitText {
  readonly encoding: TextEncoding
  /** In order; joined they are the whole text. One empty segment for an empty text. */
  readonly segments: readonly string[]
}

/**
 * Measures a text without cutting it. Parts are filled greedily, and neither an escape pair nor a surrogate pair is
 * ever split, so there can be more parts than the units alone would need: 153 euro signs are 306 septets, yet three
 * parts of 152, 152 and 2.
 */
export function measureText(text: string): TextMeasure {
  const septets = countSeptets(text)
  const encoding = septets < 0 ? 'ucs2' : 'gsm'
  const units = septets < 0 ? text.length : septets
  const { single, concatenated } = CAPACITIES[encoding]
  if (units <= single) return { encoding, units, parts: 1, capacity: single, remaining: single - units }
  // Without extension characters nothing can straddle the end of a part, and plain division is exact.
  const parts = septets === text.length ? Math.ceil(units / concatenated) : countParts(text, encoding)
  return { encoding, units, parts, capacity: concatenated, remaining: parts * concatenated - units }
}

/**
 * Measures a text that is to be sent: of one longer than `LONGEST_TEXT` only the beginning, just more than can be sent,
 * since a client may write millions of characters.
 */
export function measureSent(text: string): TextMeasure {
  return measureText(text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT + 1) : text)
}

/** The parts that `measureSent` found, for people: `300`, or `at least 256` when only the beginning was measured. */
export function tellParts(text: string, parts: number): string {
  return text.length > LONGEST_TEXT ? `at least ${parts}` : String(parts)
}

/** Cuts a text into its parts, by the same rules as `measureText`. */
export function splitText(text: string): SplitText {
  const septets = countSeptets(text)
  const encoding = septets < 0 ? 'ucs2' : 'gsm'
  const units = septets < 0 ? text.length : septets
  if (units <= CAPACITIES[encoding].single) return { encoding, segments: [text] }
  const segments: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start, encoding)
    segments.push(text.slice(start, end))
    start = end
  }
  return { encoding, segments }
}

/** Parts that a text needs as UCS-2, whatever its characters are. */
export function ucs2Parts(text: string): number {
  return text.length <= CAPACITIES.ucs2.single ? 1 : countParts(text, 'ucs2')
}

/** Septets of a GSM text; -1 when it is not one. */
function countSeptets(text: string): number {
  let septets = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const cost = unit < ALPHABET_END ? (SEPTETS[unit] ?? 0) : 0
    if (cost === 0) return -1
    septets += cost
  }
  return septets
}

function countParts(text: string, encoding: TextEncoding): number {
  let parts = 0
  for (let start = 0; start < text.length; start = endOfPart(text, start, encoding)) parts++
  return parts
}

function endOfPart(text: string, start: number, encoding: TextEncoding): number {
  return encoding === 'gsm' ? endOfGsmPart(text, start) : endOfUcs2Part(text, start)
}

function endOfGsmPart(text: string, start: number): number {
  let used = 0
  let index = start
  while (index < text.length) {
    used += SEPTETS[text.charCodeAt(index)] ?? 0
    if (used > CAPACITIES.gsm.concatenated) return index
    index++
  }
  return index
}

function endOfUcs2Part(text: string, start: number): number {
  const end = start + CAPACITIES.ucs2.concatenated
  if (end >= text.length) return text.length
  return isSurrogatePair(text, end - 1) ? end - 1 : end
}
