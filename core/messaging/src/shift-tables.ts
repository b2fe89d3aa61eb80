import { NATIONAL_LANGUAGES } from '@heliograph/contracts'
import { ESCAPE } from './gsm-alphabet.ts'
import { lockingTable, singleTable } from './national-tables.ts'

/**
 * The tables that septets are in, by identifiers of languages (3GPP TS 23.038, 6.2.1.2.4); 0: that of the default
 * alphabet.
 */
export interface ShiftTables {
  /** After an escape. */
  readonly single: number
  readonly locking: number
}

/** Information elements of a user data header (3GPP TS 23.040, 9.2.3.24.15 and 9.2.3.24.16). */
const ELEMENTS = { single: 0x24, locking: 0x25 } as const

const QUESTION_MARK = 0x3f

/** The elements that name tables, as a header in upper-case hexadecimal without its length octet. */
export function shiftHeader({ locking, single }: ShiftTables): string {
  return elementOf(ELEMENTS.locking, locking) + elementOf(ELEMENTS.single, single)
}

function elementOf(element: number, identifier: number): string {
  return identifier === 0 ? '' : Buffer.of(element, 1, identifier).toString('hex').toUpperCase()
}

/**
 * The tables that a header names, given without its length octet; undefined when it names none that there is. Of
 * several elements for the same, the last one counts (3GPP TS 23.040, 9.2.3.24).
 */
export function readShiftTables(header: Uint8Array): ShiftTables | undefined {
  let single = 0
  let locking = 0
  for (let offset = 0; offset + 2 <= header.length; ) {
    const [element, length = 0, value = 0] = header.subarray(offset, offset + 3)
    const identifier = length === 1 && value <= NATIONAL_LANGUAGES.length ? value : 0
    if (element === ELEMENTS.single) single = identifier
    if (element === ELEMENTS.locking) locking = identifier
    offset += 2 + length
  }
  return single === 0 && locking === 0 ? undefined : { single, locking }
}

/** Whether a header, in hexadecimal without its length octet, does nothing but name tables. */
export function isShiftHeader(header: string): boolean {
  return /^(?:2[45]01[0-9A-F]{2})+$/i.test(header)
}

/** Septets that a text takes; -1 when the tables lack a character of it. */
export function countShifted(text: string, { locking, single }: ShiftTables): number {
  const plain = lockingTable(locking).codes
  const escaped = singleTable(single).codes
  let septets = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (plain.has(unit)) septets += 1
    else if (escaped.has(unit)) septets += 2
    else return -1
  }
  return septets
}

/** As `encodeGsm`, by other tables. Each UTF-16 code unit that they lack becomes `?`. */
export function encodeShifted(text: string, { locking, single }: ShiftTables): Buffer {
  const plain = lockingTable(locking).codes
  const escaped = singleTable(single).codes
  const octets = Buffer.allocUnsafe(text.length * 2)
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const code = plain.get(unit)
    const escapedCode = code === undefined ? escaped.get(unit) : undefined
    if (escapedCode !== undefined) octets[length++] = ESCAPE
    octets[length++] = code ?? escapedCode ?? QUESTION_MARK
  }
  return octets.subarray(0, length)
}

/**
 * As `decodeGsm`, by other tables: a septet without a character after an escape shows that of the locking table, as
 * 3GPP TS 23.038 requires. What neither has becomes `?`.
 */
export function decodeShifted(octets: Uint8Array, { locking, single }: ShiftTables): string {
  const plain = lockingTable(locking).characters
  const escaped = singleTable(single).characters
  let text = ''
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0
    if (octet !== ESCAPE) {
      text += plain[octet] || '?'
      continue
    }
    index++
    const next = octets[index] ?? ESCAPE
    text += next === ESCAPE ? ' ' : escaped[next] || plain[next] || '?'
  }
  return text
}
