import {
  PRIORITIES,
  type ReceiptForm,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import { ORIGIN } from './authentication.ts'
import { receiptFormOf } from './receipt-form.ts'
import { statusOf } from './records.ts'
import type { WireMessage, WireSend } from './wire/message.ts'

export interface MappingContext {
  /** `HttpRequest.requestId`, which also names a bulk that the client has not named. */
  readonly requestId: string
  readonly instance: string
}

/**
 * Maps a checked request to the form that the gateway takes. Each destination has an outcome of its own, as at Infobip:
 * one that cannot be sent to is answered as rejected while the others go out.
 */
export function mapSend(send: WireSend, context: MappingContext): SubmitRequest {
  const { requestId } = context
  const bulkId = send.bulkId ?? (isBulk(send) ? requestId : undefined)
  return {
    origin: ORIGIN,
    requestId,
    priority: PRIORITIES.NORMAL,
    bulkId,
    speedLimit: send.speedLimit,
    numbers: 'international',
    atomic: false,
    messages: send.messages.map((message) => mapMessage(message, bulkId, send, context)),
  }
}

/** Several destinations, or a time or a speed to be changed later. */
function isBulk({ messages, speedLimit }: WireSend): boolean {
  const [first] = messages
  return (
    speedLimit !== undefined ||
    messages.length > 1 ||
    first?.sendAt !== undefined ||
    (first?.destinations.length ?? 0) > 1
  )
}

function mapMessage(
  message: WireMessage,
  bulkId: string | undefined,
  { version }: WireSend,
  { instance }: MappingContext,
): SubmitMessage {
  const { callbackData, content, deliveryWindow, destinations, flash, labels, reporting, sendAt, sender } = message
  const { text, encoding, userDataHeader, language } = content
  const { url: notifyUrl, wanted } = reporting
  const sent = notifyUrl !== undefined && wanted
  const notifyFormat: ReceiptForm | undefined = sent
    ? receiptFormOf(instance, { version, bulkId, labels, isXml: reporting.isXml }, reporting.intermediate)
    : undefined
  return {
    destinations,
    text,
    encoding,
    userDataHeader,
    language,
    from: sender,
    sendAt,
    deliveryWindow,
    flash,
    validitySeconds: message.validitySeconds,
    reference: callbackData,
    notifyUrl: sent ? notifyUrl : undefined,
    notifyFormat,
    receiptWebhook: wanted ? undefined : false,
  }
}

/** Maps a result to the answer of a request to send. */
export function mapResult({ countsParts, version }: WireSend, { bulkId, entries }: SubmitResult) {
  const mapEntry = version === 3 ? mapEntry3 : mapEntry1
  return { bulkId, messages: entries.map((entry) => mapEntry(entry, countsParts)) }
}

function mapEntry3({ messageId, parts, state, to }: SubmitEntry) {
  return { messageId, status: statusOf(state), destination: to, details: { messageCount: parts } }
}

function mapEntry1({ messageId, parts, state, to }: SubmitEntry, countsParts: boolean) {
  return { to, status: statusOf(state), messageId, smsCount: countsParts ? parts : undefined }
}
