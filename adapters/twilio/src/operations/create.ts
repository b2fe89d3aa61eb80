import {
  type HttpResponse,
  PRIORITIES,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
} from '@heliograph/contracts'
import { toStorable } from '@heliograph/wire'
import { ORIGIN } from '../authentication.ts'
import { refusal } from '../errors.ts'
import { messageResponse } from '../message-response.ts'
import { receiptFormOf } from '../receipt-form.ts'
import { mapEntry } from '../resources.ts'
import { readSend, type SendFields } from '../send-fields.ts'
import { senderFor } from '../senders.ts'
import type { Call, TwilioContext } from '../services.ts'

/** `POST .../Messages.json`. */
export async function create(context: TwilioContext, { principal, request }: Call): Promise<HttpResponse> {
  const fields = readSend(request, context.clock.now())
  const sender = senderFor(context, principal, fields)
  const from = sender && (await sender)
  const message = mapMessage(fields, from, context.instanceId)
  const { entries } = await context.services.submissions.submit(principal, mapRequest(message, request.requestId))
  const entry = acceptedOf(entries[0] as SubmitEntry)
  const { clientId } = principal
  const about = { clientId, text: message.text, service: fields.service ?? null }
  return messageResponse(201, mapEntry(entry, about, context))
}

function mapRequest(message: SubmitMessage, requestId: string): SubmitRequest {
  const { NORMAL: priority } = PRIORITIES
  return { origin: ORIGIN, requestId, priority, numbers: 'international', atomic: true, messages: [message] }
}

function mapMessage(fields: SendFields, from: string | undefined, instance: string): SubmitMessage {
  const { body, callback, sendAt, service, to, validitySeconds } = fields
  const message = { destinations: [{ to }], text: toStorable(body), from, sendAt, validitySeconds }
  if (callback === undefined) return message
  return Object.assign(message, { notifyUrl: toStorable(callback), notifyFormat: receiptFormOf(instance, { service }) })
}

/** Throws `invalid` for a message that was not accepted. */
function acceptedOf(entry: SubmitEntry): SubmitEntry {
  switch (entry.state) {
    case 'bad-number':
      throw refusal('bad-to')
    case 'opted-out':
      throw refusal('opted-out')
    case 'too-long':
      throw refusal('long-body')
    case 'expired':
      throw refusal('bad-validity')
    default:
      return entry
  }
}
