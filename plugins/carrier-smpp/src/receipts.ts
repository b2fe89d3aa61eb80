import type { NetworkReceipt, ReceiptStatus } from '@heliograph/contracts'
import {
  errorById,
  type ParsedReceiptText,
  parseReceiptText,
  receiptStatusOfMessageState,
  receiptStatusOfStat,
  SMPP_STATES,
} from '@heliograph/messaging'
import { readNumber } from './addresses.ts'
import type { LinkConfig } from './config.ts'
import type { DeliveredMessage } from './delivered-message.ts'

/** The part of a receipt that does not depend on the gateway; `networkId` is as received. */
export type ReadReceipt = Omit<NetworkReceipt, 'carrier' | 'link'>

/** Longer ids are not valid in SMPP (SMPP 3.4, 5.2.23: 65 octets), and neither are ids with control characters. */
const LONGEST_ID = 65
const LONGEST_WORD = 32
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNPRINTABLE = /[\x00-\x1f\x7f]/

/**
 * A recipient in national form would not be the number that the message went to (E.164, 6.2: 15 digits at most, no
 * leading zero).
 */
const INTERNATIONAL = /^[1-9]\d{6,14}$/

/** Words from SMSCs that do not keep to seven letters (SMPP 3.4, appendix B). */
const OTHER_WORDS: Readonly<Record<string, ReceiptStatus>> = {
  DELIVERED: 'delivered',
  UNDELIVERABLE: 'undeliverable',
  UNDELIVERED: 'undeliverable',
  UNDELIVRD: 'undeliverable',
  FAILED: 'undeliverable',
  REJECTED: 'rejected',
  ACCEPTED: 'accepted',
  CANCELED: 'deleted',
  CANCELLED: 'deleted',
  BUFFRED: 'enroute',
  BUFFERED: 'enroute',
}

/** Type 3 of network_error_code: an error of a GSM network (SMPP 3.4, 5.3.2.31). */
const GSM_NETWORK = 3
const LARGEST_MAP_ERROR = 36

/**
 * Reads a delivery receipt: from the optional parameters first, then from the text (SMPP 3.4, 5.3.2.12, 5.3.2.35 and
 * appendix B). Undefined when it has no valid id or no status.
 */
export function readReceipt(message: DeliveredMessage, config: LinkConfig, now: number): ReadReceipt | undefined {
  const written = receiptText(message)
  const text = parseReceiptText(written)
  const networkId = readId(message.tlvs.receiptedMessageId) ?? readId(text?.id)
  const state = readState(message, text)
  if (networkId === undefined || state === undefined) return undefined
  const to = readNumber(message.source)
  return {
    networkId,
    to: to !== undefined && INTERNATIONAL.test(to) ? to : undefined,
    status: state.status,
    networkStatus: state.networkStatus,
    errorId: isFailure(state.status) ? readError(message, text?.error, config) : null,
    doneAt: readTime(text?.doneAt, config.utcOffsetMinutes, now),
    text: written === '' ? undefined : written,
  }
}

/** True for a message that may be a receipt: one whose type says so, or one that names the id of another message. */
export function isReceipt(message: DeliveredMessage): boolean {
  return saysReceipt(message) || message.tlvs.receiptedMessageId !== undefined
}

/**
 * True for delivery receipts, intermediate notifications and the acknowledgements that some SMSCs send instead (SMPP
 * 3.4, 5.2.12).
 */
export function saysReceipt({ esmClass }: DeliveredMessage): boolean {
  const type = esmClass & 0x3c
  return type === 0x04 || type === 0x08 || type === 0x20
}

function receiptText({ octets, dataCoding, esmClass }: DeliveredMessage): string {
  const body = (esmClass & 0x40) === 0 ? octets : octets.subarray((octets[0] ?? 0) + 1)
  if (dataCoding !== 8) return body.toString('latin1')
  return Buffer.from(body.subarray(0, body.length & ~1))
    .swap16()
    .toString('utf16le')
}

function readId(id: string | undefined): string | undefined {
  const trimmed = id?.trim()
  if (trimmed === undefined || trimmed === '' || trimmed.length > LONGEST_ID) return undefined
  return UNPRINTABLE.test(trimmed) ? undefined : trimmed
}

function readState(
  { tlvs }: DeliveredMessage,
  text: ParsedReceiptText | undefined,
): Pick<NetworkReceipt, 'status' | 'networkStatus'> | undefined {
  const byNumber = tlvs.messageState === undefined ? undefined : receiptStatusOfMessageState(tlvs.messageState)
  const word = text?.stat?.slice(0, LONGEST_WORD)
  if (word === undefined) {
    return byNumber === undefined ? undefined : { status: byNumber, networkStatus: SMPP_STATES[byNumber].stat }
  }
  // An unknown word must not end a message, because a clearer receipt may follow.
  const status = byNumber ?? receiptStatusOfStat(word) ?? OTHER_WORDS[word] ?? 'enroute'
  return { status, networkStatus: word }
}

function isFailure(status: ReceiptStatus): boolean {
  return status === 'undeliverable' || status === 'rejected' || status === 'expired'
}

function readError({ tlvs }: DeliveredMessage, code: string | undefined, config: LinkConfig): number | null {
  const given = code === undefined ? undefined : (config.errors[code] ?? config.errors[withoutZeros(code)])
  if (given !== undefined) return isError(given) ? given : null
  const network = tlvs.networkErrorCode
  if (network?.networkType === GSM_NETWORK && network.code <= LARGEST_MAP_ERROR && isError(network.code)) {
    return network.code
  }
  if (config.errorCodes === 'none' || code === undefined || !/^\d{1,5}$/.test(code)) return null
  return isError(Number(code)) ? Number(code) : null
}

function withoutZeros(code: string): string {
  return code.replace(/^0+(?=.)/, '')
}

function isError(id: number): boolean {
  return id !== 0 && errorById(id) !== undefined
}

/**
 * Receipts usually give times in whole minutes, from a clock that is not ours; a time in the future becomes the current
 * time.
 */
function readTime(doneAt: Date | undefined, utcOffsetMinutes: number, now: number): Date {
  const at = doneAt === undefined ? now : doneAt.getTime() - utcOffsetMinutes * 60_000
  return new Date(Math.min(at, now))
}
