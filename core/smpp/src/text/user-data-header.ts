import { readShiftTables, type ShiftTables } from '@heliograph/messaging'

/** Which part of a long message this is, and of how many (3GPP TS 23.040 section 9.2.3.24.1 and 9.2.3.24.8). */
export interface Concatenation {
  readonly reference: number
  readonly total: number
  /** From 1. */
  readonly part: number
}

export interface UserData {
  /** The header without its length octet. */
  readonly header: Buffer
  /** The octets after the header: the text. */
  readonly rest: Buffer
  readonly concatenation?: Concatenation | undefined
  /** The tables of languages that septets of the text are in; undefined: those of the default alphabet. */
  readonly tables?: ShiftTables | undefined
}

const CONCATENATION_8_BIT = 0x00
const CONCATENATION_16_BIT = 0x08

/**
 * Splits octets that begin with a user data header (esm_class 0x40). Undefined when the header is longer than the
 * octets.
 *
 * Elements after a broken one are not read; a concatenation that makes no sense (part 0, part above the total) is
 * ignored, as TS 23.040 requires.
 */
export function readUserDataHeader(octets: Buffer): UserData | undefined {
  const length = octets[0]
  if (length === undefined || length + 1 > octets.length) return undefined
  const header = octets.subarray(1, length + 1)
  return {
    header,
    rest: octets.subarray(length + 1),
    concatenation: readConcatenation(header),
    tables: readShiftTables(header),
  }
}

function readConcatenation(header: Buffer): Concatenation | undefined {
  let found: Concatenation | undefined
  let offset = 0
  while (offset + 2 <= header.length) {
    const element = header[offset]
    const from = offset + 2
    const to = from + (header[offset + 1] ?? 0)
    if (to > header.length) break
    // If there are several, the last one counts (TS 23.040 section 9.2.3.24).
    found = concatenationOf(element, header.subarray(from, to)) ?? found
    offset = to
  }
  return found
}

function concatenationOf(element: number | undefined, data: Buffer): Concatenation | undefined {
  const isWide = element === CONCATENATION_16_BIT && data.length === 4
  if (!isWide && !(element === CONCATENATION_8_BIT && data.length === 3)) return undefined
  const reference = isWide ? data.readUInt16BE(0) : data.readUInt8(0)
  const total = data[data.length - 2] ?? 0
  const part = data[data.length - 1] ?? 0
  return part >= 1 && part <= total ? { reference, total, part } : undefined
}

/** The header of one part of a long message, without its length octet. The reference is truncated to `bits`. */
export function concatenationHeader(reference: number, total: number, part: number, bits: 8 | 16): Buffer {
  if (bits === 8) return Buffer.from([CONCATENATION_8_BIT, 3, reference & 0xff, total, part])
  return Buffer.from([CONCATENATION_16_BIT, 4, (reference >> 8) & 0xff, reference & 0xff, total, part])
}

/** The content of short_message: the length octet, the header and the text. Set bit 0x40 of esm_class along with it. */
export function joinUserData(header: Buffer, rest: Buffer): Buffer {
  return Buffer.concat([Buffer.from([header.length]), header, rest])
}
