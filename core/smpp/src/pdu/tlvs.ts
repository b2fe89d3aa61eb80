/** network_error_code: 1 = ANSI-136, 2 = IS-95, 3 = GSM, and the network's own number (SMPP v3.4 section 5.3.2.31). */
export interface NetworkErrorCode {
  readonly networkType: number
  readonly code: number
}

/** An optional parameter that has no name here, or whose value does not have the shape that the standard defines. */
export interface RawTlv {
  readonly tag: number
  readonly value: Buffer
}

/** Optional parameters of a PDU (SMPP v3.4 section 5.3.2). Absent ones are undefined. */
export interface Tlvs {
  readonly destAddrSubunit?: number | undefined
  readonly qosTimeToLive?: number | undefined
  readonly payloadType?: number | undefined
  readonly additionalStatusInfoText?: string | undefined
  readonly receiptedMessageId?: string | undefined
  readonly privacyIndicator?: number | undefined
  readonly userMessageReference?: number | undefined
  readonly userResponseCode?: number | undefined
  readonly sourcePort?: number | undefined
  readonly destinationPort?: number | undefined
  readonly sarMsgRefNum?: number | undefined
  readonly languageIndicator?: number | undefined
  readonly sarTotalSegments?: number | undefined
  readonly sarSegmentSeqnum?: number | undefined
  readonly scInterfaceVersion?: number | undefined
  readonly msAvailabilityStatus?: number | undefined
  readonly networkErrorCode?: NetworkErrorCode | undefined
  /** At most 65,535 octets. */
  readonly messagePayload?: Buffer | undefined
  readonly deliveryFailureReason?: number | undefined
  readonly moreMessagesToSend?: number | undefined
  readonly messageState?: number | undefined
  readonly congestionState?: number | undefined
  readonly ussdServiceOp?: number | undefined
  readonly others?: readonly RawTlv[] | undefined
}

type TlvName = Exclude<keyof Tlvs, 'others'>
type Shape = 1 | 2 | 4 | 'text' | 'octets' | 'network-error'

interface Definition {
  readonly name: TlvName
  readonly tag: number
  readonly shape: Shape
}

const DEFINITIONS: readonly Definition[] = [
  { name: 'destAddrSubunit', tag: 0x0005, shape: 1 },
  { name: 'qosTimeToLive', tag: 0x0017, shape: 4 },
  { name: 'payloadType', tag: 0x0019, shape: 1 },
  { name: 'additionalStatusInfoText', tag: 0x001d, shape: 'text' },
  { name: 'receiptedMessageId', tag: 0x001e, shape: 'text' },
  { name: 'privacyIndicator', tag: 0x0201, shape: 1 },
  { name: 'userMessageReference', tag: 0x0204, shape: 2 },
  { name: 'userResponseCode', tag: 0x0205, shape: 1 },
  { name: 'sourcePort', tag: 0x020a, shape: 2 },
  { name: 'destinationPort', tag: 0x020b, shape: 2 },
  { name: 'sarMsgRefNum', tag: 0x020c, shape: 2 },
  { name: 'languageIndicator', tag: 0x020d, shape: 1 },
  { name: 'sarTotalSegments', tag: 0x020e, shape: 1 },
  { name: 'sarSegmentSeqnum', tag: 0x020f, shape: 1 },
  { name: 'scInterfaceVersion', tag: 0x0210, shape: 1 },
  { name: 'msAvailabilityStatus', tag: 0x0422, shape: 1 },
  { name: 'networkErrorCode', tag: 0x0423, shape: 'network-error' },
  { name: 'messagePayload', tag: 0x0424, shape: 'octets' },
  { name: 'deliveryFailureReason', tag: 0x0425, shape: 1 },
  { name: 'moreMessagesToSend', tag: 0x0426, shape: 1 },
  { name: 'messageState', tag: 0x0427, shape: 1 },
  { name: 'congestionState', tag: 0x0428, shape: 1 },
  { name: 'ussdServiceOp', tag: 0x0501, shape: 1 },
]

const BY_TAG: ReadonlyMap<number, Definition> = new Map(DEFINITIONS.map((definition) => [definition.tag, definition]))
const BY_NAME: ReadonlyMap<string, Definition> = new Map(DEFINITIONS.map((definition) => [definition.name, definition]))

/** Maximum length of an optional parameter's value in octets. */
const MAX_TLV_LENGTH = 0xffff

/** Shared by all PDUs without optional parameters. */
export const NO_TLVS: Tlvs = Object.freeze({})

/**
 * Reads optional parameters from `start` to `end`. Undefined when the last of them runs past the end.
 *
 * If a tag occurs several times, the last one counts. One to three NULs at the end are padding from some peers and are
 * ignored.
 */
export function readTlvs(frame: Buffer, start: number, end: number): Tlvs | undefined {
  if (start >= end) return NO_TLVS
  const tlvs: Record<string, unknown> = {}
  let others: RawTlv[] | undefined
  let offset = start
  while (end - offset >= 4) {
    const tag = frame.readUInt16BE(offset)
    const length = frame.readUInt16BE(offset + 2)
    const from = offset + 4
    offset = from + length
    if (offset > end) return undefined
    const definition = BY_TAG.get(tag)
    const value = definition === undefined ? undefined : readValue(definition.shape, frame, from, offset)
    if (definition !== undefined && value !== undefined) {
      tlvs[definition.name] = value
    } else {
      others ??= []
      others.push({ tag, value: frame.subarray(from, offset) })
    }
  }
  for (; offset < end; offset++) if (frame[offset] !== 0) return undefined
  if (others !== undefined) tlvs.others = others
  return tlvs as Tlvs
}

/**
 * Undefined when the value does not have that shape. Numbers may have any width up to four octets, as peers are
 * careless about it.
 */
function readValue(shape: Shape, frame: Buffer, from: number, to: number): unknown {
  const length = to - from
  switch (shape) {
    case 'octets':
      return frame.subarray(from, to)
    case 'text':
      return readText(frame, from, to)
    case 'network-error':
      return length === 3 ? { networkType: frame[from], code: frame.readUInt16BE(from + 1) } : undefined
    default:
      return length >= 1 && length <= 4 ? frame.readUIntBE(from, length) : undefined
  }
}

/** Reads a text with or without its NUL, since some peers leave it out here. */
function readText(frame: Buffer, from: number, to: number): string {
  let end = from
  while (end < to && frame[end] !== 0) end++
  return frame.toString('latin1', from, end)
}

/** The number of octets that `writeTlvs` will write. */
export function sizeOfTlvs(tlvs: Tlvs): number {
  let size = 0
  for (const name in tlvs) {
    if (name === 'others') {
      for (const other of tlvs.others ?? []) size += 4 + other.value.length
      continue
    }
    const value = tlvs[name as TlvName]
    const shape = BY_NAME.get(name)?.shape
    if (value !== undefined && shape !== undefined) size += 4 + sizeOfValue(shape, value)
  }
  return size
}

function sizeOfValue(shape: Shape, value: NonNullable<Tlvs[TlvName]>): number {
  if (shape === 'octets') return (value as Buffer).length
  if (shape === 'text') return (value as string).length + 1
  return shape === 'network-error' ? 3 : shape
}

/**
 * Writes in the order of the object's keys and returns the offset after the last. Values must fit, see `faultOfTlvs`.
 */
export function writeTlvs(tlvs: Tlvs, target: Buffer, start: number): number {
  let offset = start
  for (const name in tlvs) {
    if (name === 'others') {
      for (const other of tlvs.others ?? []) {
        offset = writeTagAndLength(target, offset, other.tag, other.value.length)
        offset += other.value.copy(target, offset)
      }
      continue
    }
    const value = tlvs[name as TlvName]
    const definition = BY_NAME.get(name)
    if (value === undefined || definition === undefined) continue
    const length = sizeOfValue(definition.shape, value)
    offset = writeTagAndLength(target, offset, definition.tag, length)
    writeValue(definition.shape, value, target, offset)
    offset += length
  }
  return offset
}

function writeTagAndLength(target: Buffer, offset: number, tag: number, length: number): number {
  target.writeUInt16BE(tag, offset)
  return target.writeUInt16BE(length, offset + 2)
}

function writeValue(shape: Shape, value: NonNullable<Tlvs[TlvName]>, target: Buffer, offset: number): void {
  if (shape === 'octets') {
    ;(value as Buffer).copy(target, offset)
  } else if (shape === 'text') {
    target[offset + target.write(value as string, offset, 'latin1')] = 0
  } else if (shape === 'network-error') {
    const { networkType, code } = value as NetworkErrorCode
    target[offset] = networkType
    target.writeUInt16BE(code, offset + 1)
  } else {
    target.writeUIntBE(value as number, offset, shape)
  }
}

/**
 * Returns the first parameter that cannot be written (a number out of range, a text with a NUL, a value too long), or
 * undefined.
 */
export function faultOfTlvs(tlvs: Tlvs): string | undefined {
  for (const name in tlvs) {
    if (name === 'others') {
      const wrong = tlvs.others?.find(({ tag, value }) => !fits(tag, 2) || value.length > MAX_TLV_LENGTH)
      if (wrong !== undefined) return `optional parameter 0x${wrong.tag.toString(16)}`
      continue
    }
    const value = tlvs[name as TlvName]
    const definition = BY_NAME.get(name)
    if (value !== undefined && (definition === undefined || !isWritable(definition.shape, value))) return name
  }
  return undefined
}

function isWritable(shape: Shape, value: NonNullable<Tlvs[TlvName]>): boolean {
  switch (shape) {
    case 'octets':
      return Buffer.isBuffer(value) && value.length <= MAX_TLV_LENGTH
    case 'text':
      return typeof value === 'string' && value.length < MAX_TLV_LENGTH && isLatin1Text(value)
    case 'network-error':
      return typeof value === 'object' && 'code' in value && fits(value.networkType, 1) && fits(value.code, 2)
    default:
      return fits(value, shape)
  }
}

function fits(value: unknown, octets: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256 ** octets
}

/** True when every character is one octet of Latin-1 other than NUL: what a C-octet string can hold. */
export function isLatin1Text(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0 || code > 0xff) return false
  }
  return true
}
