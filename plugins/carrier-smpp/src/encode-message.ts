import type { OutgoingMessage } from '@heliograph/contracts'
import { decodeGsm, encodeGsm, splitText } from '@heliograph/messaging'
import { encodeText } from '@heliograph/smpp'
import type { LinkConfig } from './config.ts'

/**
 * Septets or UTF-16 code units in a part after a header with a 16-bit reference, which takes one octet more (3GPP TS
 * 23.040, 9.2.3.24.8).
 */
const GSM_BEHIND_16_BITS = 152
const UCS2_BEHIND_16_BITS = 66

const ESCAPE = 0x1b

/** The octets of a message, or of a segment of its text. */
export function encodeContent(text: string, { encoding }: OutgoingMessage, { alphabet }: LinkConfig): Buffer {
  if (encoding === 'binary') return Buffer.from(text, 'hex')
  return encodeText(text, encoding === 'ucs2' ? 'ucs2' : alphabet)
}

export function dataCodingOf({ encoding, flash }: OutgoingMessage, { dataCoding }: LinkConfig): number {
  if (encoding === 'binary') return dataCoding.binary
  if (encoding === 'ucs2') return flash ? dataCoding.flashUcs2 : dataCoding.ucs2
  return flash ? dataCoding.flashText : dataCoding.text
}

/** Cuts the text of a long message into parts, with room for a reference of `bits` bits. */
export function cutText(message: OutgoingMessage, bits: 8 | 16): readonly string[] {
  const usual = splitText(message.text)
  if (bits === 8 && usual.encoding === message.encoding) return usual.segments
  if (message.encoding === 'gsm') return cutGsm(message.text, GSM_BEHIND_16_BITS)
  return cutUcs2(message.text, bits === 16 ? UCS2_BEHIND_16_BITS : 67)
}

function cutGsm(text: string, capacity: number): readonly string[] {
  const septets = encodeGsm(text)
  const segments: string[] = []
  for (let start = 0; start < septets.length; ) {
    let end = Math.min(septets.length, start + capacity)
    // An escape belongs to the next septet, so it must not be the last of a part. It is not a character of its own, so
    // there are never two in a row.
    if (end < septets.length && septets[end - 1] === ESCAPE) end -= 1
    segments.push(decodeGsm(septets.subarray(start, end)))
    start = end
  }
  return segments
}

function cutUcs2(text: string, capacity: number): readonly string[] {
  const segments: string[] = []
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + capacity)
    if (end < text.length && isHighSurrogate(text, end - 1)) end -= 1
    segments.push(text.slice(start, end))
    start = end
  }
  return segments
}

function isHighSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800
}
