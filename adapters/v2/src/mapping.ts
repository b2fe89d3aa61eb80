import {
  GatewayError,
  type MessageState,
  PRIORITIES,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import { STATUS_FORMS, type StatusForms } from '@heliograph/messaging'
import type { WireMessage, WireSend } from './wire.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'v2'

/** The status object of the interface. */
export type WireStatus = StatusForms['v2']

/** The outcome of one destination, on the wire. */
export interface WireSendEntry {
  readonly to: string
  readonly from: string
  readonly messageId: string
  readonly smsCount?: number
  readonly status: WireStatus
}

/** The answer to a request to send. */
export interface WireSendResult {
  readonly bulkId: string | undefined
  readonly messages: readonly WireSendEntry[]
}

/** Maps a checked request to the form that the gateway takes. */
export function mapSendToSubmit(send: WireSend, requestId: string): SubmitRequest {
  return {
    origin: ORIGIN,
    requestId,
    priority: PRIORITIES.HIGH,
    bulkId: send.bulkId,
    speedLimit: send.speedLimit,
    numbers: 'international',
    atomic: true,
    messages: send.messages.map(mapMessage),
  }
}

function mapMessage(message: WireMessage): SubmitMessage {
  return {
    destinations: message.destinations,
    text: message.text,
    from: message.from,
    sendAt: message.sendAt,
    deliveryWindow: message.deliveryWindow,
    flash: message.flash,
    notifyUrl: message.notifyUrl,
    notifyFormat: message.notifyContentType === 'application/x-www-form-urlencoded' ? 'form' : 'json',
    receiptWebhook: message.deliveryReport,
    sentReceipt: message.sentReport,
    metadata: message.metadata,
    messageIdAsReference: true,
  }
}

/**
 * Maps a result to the answer of a request to send. Throws `invalid` with the problem of every destination when none
 * was accepted because all have opted out or are not numbers.
 */
export function mapResultToAnswer(send: WireSend, result: SubmitResult): WireSendResult {
  const { entries } = result
  if (entries.every(({ state }) => isBlocked(state))) throw nothingAccepted(send, entries)
  const messages: WireSendEntry[] = []
  for (const message of send.messages) {
    for (let index = 0; index < message.destinations.length; index += 1) {
      messages.push(mapEntry(entries[messages.length] as SubmitEntry, message.includeSmsCount))
    }
  }
  return { bulkId: result.bulkId, messages }
}

function mapEntry({ to, from, messageId, parts, state }: SubmitEntry, includeSmsCount: boolean): WireSendEntry {
  const status = STATUS_FORMS[state].v2
  return includeSmsCount ? { to, from, messageId, smsCount: parts, status } : { to, from, messageId, status }
}

function isBlocked(state: MessageState): boolean {
  return state === 'opted-out' || state === 'bad-number'
}

function nothingAccepted(send: WireSend, entries: readonly SubmitEntry[]): GatewayError {
  const details: Record<string, string> = {}
  let next = 0
  send.messages.forEach(({ destinations }, message) => {
    for (let index = 0; index < destinations.length; index += 1, next += 1) {
      details[send.pathOf(message, index)] = problemOf(entries[next] as SubmitEntry)
    }
  })
  const first = entries[0] as SubmitEntry
  return new GatewayError('invalid', first.state, problemOf(first), { details })
}

function problemOf({ state }: SubmitEntry): string {
  return STATUS_FORMS[state].v2.description
}
