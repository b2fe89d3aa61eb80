import { type HttpResponse, isGatewayError } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import { Parameters } from '@heliograph/wire'
import { notFound, refusal } from '../errors.ts'
import { FORM } from '../send-fields.ts'
import type { Call, TwilioContext } from '../services.ts'
import { findRecord, read, smsIdOf } from './read.ts'

/** `POST .../Messages/SM....json`: `Status=canceled`, or an empty `Body`, which removes the text. */
export async function change(context: TwilioContext, call: Call): Promise<HttpResponse> {
  const form = Parameters.of(call.request, FORM).only('form')
  const status = form.first('Status')
  const isRedaction = form.isNamed('Body')
  if (isRedaction === (status !== undefined)) throw refusal('bad-change')
  if (isRedaction) {
    if (form.has('Body')) throw refusal('bad-change')
    await redact(context, call)
  } else {
    if (status !== 'canceled') throw refusal('bad-change')
    await cancel(context, call)
  }
  return read(context, call)
}

/** `DELETE .../Messages/SM....json`. */
export async function remove(context: TwilioContext, call: Call): Promise<HttpResponse> {
  const { smsId } = await completeRecord(context, call)
  await context.services.messages.remove(call.principal, smsId)
  return { status: 204 }
}

async function redact(context: TwilioContext, call: Call): Promise<void> {
  const { smsId } = await completeRecord(context, call)
  await context.services.messages.redact(call.principal, smsId)
}

/** Only what waits for its time can be cancelled there; here also what waits in the queue. */
async function cancel(context: TwilioContext, call: Call): Promise<void> {
  try {
    await context.services.messages.cancel(call.principal, { smsId: smsIdOf(context, call) })
  } catch (error) {
    if (isGatewayError(error) && error.code === 'message-not-found') throw notFound(call.request.path)
    throw error
  }
}

async function completeRecord(context: TwilioContext, call: Call) {
  const record = await findRecord(context, call)
  if (!isFinal(record.state)) throw refusal('not-complete')
  return record
}
