import type { OutgoingMessage } from '@heliograph/contracts'
import { decodeGsm, encodeGsm, partRoom, readShiftTables, type ShiftTables, splitText } from '@heliograph/messaging'
import { encodeText } from '@heliograph/smpp'
import type { LinkConfig } from './config.ts'

/** Octets of the usual header of a part with its length octet: a concatenation with a reference of 8 bits. */
const USUAL_HEADER_OCTETS = 6

const ESCAPE = 0x1b

/** The octets of a message, or of a segment of its text. */
export function encodeContent(text: string, message: OutgoingMessage, { alphabet }: LinkConfig): Buffer {
  const { encoding } = message
  if (encoding === 'binary') return Buffer.from(text, 'hex')
  if (encoding === 'ucs2') return encodeText(text, 'ucs2')
  const tables = tablesOf(message)
  return tables === undefined ? encodeText(text, alphabet) : encodeGsm(text, tables)
}

export function dataCodingOf({ encoding, flash }: OutgoingMessage, { dataCoding }: LinkConfig): number {
  if (encoding === 'binary') return dataCoding.binary
  if (encoding === 'ucs2') return flash ? dataCoding.flashUcs2 : dataCoding.ucs2
  return flash ? dataCoding.flashText : dataCoding.text
}

/** Cuts the text of a long message into parts, each beside a header of so many octets, its length octet included. */
export function cutText(message: OutgoingMessage, headerOctets: number): readonly string[] {
  const { encoding, text } = message
  const usual = headerOctets === USUAL_HEADER_OCTETS ? splitText(text) : undefined
  if (usual?.encoding === encoding) return usual.segments
  const room = partRoom(encoding, headerOctets)
  return encoding === 'gsm' ? cutGsm(text, room, tablesOf(message)) : cutUcs2(text, room)
}

/** The tables of languages that the text is in; undefined: those of the default alphabet. */
function tablesOf({ userDataHeader }: OutgoingMessage): ShiftTables | undefined {
  return userDataHeader === null ? undefined : readShiftTables(Buffer.from(userDataHeader, 'hex'))
}

function cutGsm(text: string, capacity: number, tables: ShiftTables | undefined): readonly string[] {
  const septets = encodeGsm(text, tables)
  const segments: string[] = []
  for (let start = 0; start < septets.length; ) {
    let end = Math.min(septets.length, start + capacity)
    // An escape belongs to the next septet, so it must not be the last of a part. It is not a character of its own, so
    // there are never two in a row.
    if (end < septets.length && septets[end - 1] === ESCAPE) end -= 1
    segments.push(decodeGsm(septets.subarray(start, end), tables))
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
