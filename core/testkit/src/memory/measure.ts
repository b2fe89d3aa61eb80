import type { Encoding } from '@heliograph/contracts'
import { MAX_PARTS, measureText } from '@heliograph/messaging'

/** What a part carries, header included (3GPP TS 23.040, 9.2.3.24). */
const PART_OCTETS = 140

/** The size of what a message carries. */
export interface Measure {
  readonly encoding: Encoding
  readonly parts: number
  /** Undefined, or why it cannot be sent. */
  readonly excess: string | undefined
}

/** Measures a text, or octets in hexadecimal, together with a header of its own. */
export function measureMessage(text: string, isBinary: boolean, userDataHeader: string | null): Measure {
  const headerOctets = userDataHeader === null ? 0 : userDataHeader.length / 2 + 1
  if (isBinary) {
    const octets = text.length / 2 + headerOctets
    return { encoding: 'binary', parts: 1, excess: octets > PART_OCTETS ? tooLarge(octets) : undefined }
  }
  const { encoding, parts, units } = measureText(text)
  if (userDataHeader === null) return { encoding, parts, excess: parts > MAX_PARTS ? tooManyParts(parts) : undefined }
  const octets = headerOctets + (encoding === 'gsm' ? Math.ceil((units * 7) / 8) : units * 2)
  return { encoding, parts: 1, excess: octets > PART_OCTETS ? tooLarge(octets) : undefined }
}

function tooManyParts(parts: number): string {
  return `Message is too long: ${parts} parts, at most ${MAX_PARTS} are allowed`
}

function tooLarge(octets: number): string {
  return `Message is too long: ${octets} octets with its header, at most ${PART_OCTETS} fit its only part`
}
