import type { LinkPdu, LinkPduField } from '@heliograph/contracts'
import { commandOfId, decodePdu, type Pdu, PduError, statusName } from '@heliograph/smpp'
import { blankedSpans, type Span } from './blanked-spans.ts'

export type PduDescription = Pick<LinkPdu, 'command' | 'status' | 'sequenceNumber' | 'fields' | 'octets' | 'length'>

/** How many octets of a PDU are shown: enough for the longest text of one part and the other fields. */
const SHOWN_OCTETS = 400
const SHOWN_CHARACTERS = 300
const SHOWN_FIELDS = 40

/** Describes a PDU in readable form, without its password, and without its text unless `keepsTexts`. Never throws. */
export function describePdu(frame: Buffer, keepsTexts: boolean): PduDescription {
  const commandId = frame.readUInt32BE(4)
  const pdu = readPdu(frame)
  const spans = blankedSpans(frame, pdu instanceof PduError ? undefined : pdu, keepsTexts)
  return {
    command: commandOfId(commandId) ?? `0x${commandId.toString(16).padStart(8, '0')}`,
    status: statusName(frame.readUInt32BE(8)),
    sequenceNumber: frame.readUInt32BE(12),
    fields: pdu instanceof PduError ? [{ name: 'unreadable', value: pdu.message }] : fieldsOf(pdu, keepsTexts),
    octets: hexOf(frame, spans),
    length: frame.length,
  }
}

function readPdu(frame: Buffer): Pdu | PduError {
  try {
    return decodePdu(frame)
  } catch (error) {
    if (error instanceof PduError) return error
    throw error
  }
}

function hexOf(frame: Buffer, spans: readonly Span[]): string {
  const hex = frame.toString('hex', 0, SHOWN_OCTETS)
  return spans.reduce((shown, [from, to]) => {
    const end = Math.min(2 * to, shown.length)
    return shown.slice(0, 2 * from) + '*'.repeat(Math.max(0, end - 2 * from)) + shown.slice(end)
  }, hex)
}

function fieldsOf(pdu: Pdu, keepsTexts: boolean): readonly LinkPduField[] {
  const { command, sequenceNumber, commandStatus, tlvs, ...body } = pdu
  const { others = [], ...known } = tlvs
  const fields = Object.entries({ ...body, ...known }).map(([name, value]) => ({
    name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value: name === 'password' ? '***' : readable(value, keepsTexts),
  }))
  const raw = others.slice(0, SHOWN_FIELDS).map(({ tag, value }) => ({
    name: `0x${tag.toString(16).padStart(4, '0')}`,
    value: value.toString('hex', 0, SHOWN_CHARACTERS),
  }))
  return [...fields, ...raw]
    .filter(({ value }) => value !== '')
    .slice(0, SHOWN_FIELDS)
    .map(({ name, value }) => ({ name, value: value.slice(0, SHOWN_CHARACTERS) }))
}

/** Shows the octets of texts as ASCII, whatever their coding, without guessing. */
function readable(value: unknown, keepsTexts: boolean): string {
  if (Buffer.isBuffer(value)) {
    if (value.length === 0) return ''
    return keepsTexts ? value.toString('latin1').replace(/[^ -~]/g, '.') : `*** (${value.length})`
  }
  if (Array.isArray(value)) return value.map((each) => readable(each, keepsTexts)).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).join(' ').trim()
  return String(value)
}
