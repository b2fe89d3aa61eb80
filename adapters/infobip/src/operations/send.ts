import type { HttpResponse } from '@heliograph/contracts'
import { type JsonObject, jsonResponse, parseJsonBody, TimeSlice } from '@heliograph/wire'
import { mapResult, mapSend } from '../mapping.ts'
import type { Call, Operation } from '../operation.ts'
import type { InfobipContext } from '../services.ts'
import type { ReadContext, WireSend } from '../wire/message.ts'
import { parseBinary2, parseText2 } from '../wire/read-v2.ts'
import { parseSend3 } from '../wire/read-v3.ts'

/** `POST /sms/3/messages`. */
export const sendMessages3Operation = sendOperation('/sms/3/messages', 'Send texts and octets', parseSend3)

/** `POST /sms/2/text/advanced`. */
export const sendText2Operation = sendOperation('/sms/2/text/advanced', 'Send texts', parseText2)

/** `POST /sms/2/binary/advanced`. */
export const sendBinary2Operation = sendOperation('/sms/2/binary/advanced', 'Send octets', parseBinary2)

function sendOperation(
  path: string,
  summary: string,
  parse: (body: JsonObject, context: ReadContext) => WireSend,
): Operation {
  return {
    method: 'POST',
    path,
    summary,
    async handle(context, call) {
      const { clock, notServed } = context
      const slice = new TimeSlice()
      const body = parseJsonBody(call.request)
      if (slice.isOver) await slice.rest()
      const send = parse(body, { nowMs: clock.now(), notServed })
      if (slice.isOver) await slice.rest()
      return submit(context, call, send)
    },
  }
}

/** Submits a checked request and answers with the outcome of each destination. */
export async function submit(
  { instanceId, services }: InfobipContext,
  { principal, request }: Call,
  send: WireSend,
): Promise<HttpResponse> {
  const submission = mapSend(send, { requestId: request.requestId, instance: instanceId })
  const result = await services.submissions.submit(principal, submission)
  return jsonResponse(200, mapResult(send, result))
}
