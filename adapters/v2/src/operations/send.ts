import { STATUS_FORMS } from '@heliograph/messaging'
import { sendResultSchema } from '../answer-schemas.ts'
import { mapResultToAnswer, mapSendToSubmit, type WireSendResult } from '../mapping.ts'
import type { Call, Operation } from '../operation.ts'
import { readBody } from '../read-body.ts'
import { sendRequestSchema } from '../request-schemas.ts'
import type { V2Context } from '../services.ts'
import { parseSendBody, type WireSend } from '../wire.ts'

/** `POST /sms/2/messages`. */
export const sendOperation: Operation = {
  method: 'POST',
  path: '/sms/2/messages',
  id: 'sendMessages',
  summary: 'Send messages',
  description:
    'Accepts one or more texts, each to one or more recipients. A response of 200 means accepted and queued, not delivered. Invalid and opted-out recipients are returned as REJECTED while messages to the others are sent; if none is left, the response is 400.',
  body: {
    schema: sendRequestSchema,
    required: true,
    example: {
      bulkId: 'newsletter-31',
      messages: [
        {
          from: 'ACME',
          destinations: [{ to: '+27821234567', messageId: 'order-4711' }],
          text: 'Your order is on its way.',
          notifyUrl: 'https://client.example/receipts',
          notifyContentType: 'application/json',
          includeSmsCountInResponse: true,
        },
      ],
    },
  },
  answer: {
    schema: sendResultSchema,
    example: {
      bulkId: 'newsletter-31',
      messages: [
        {
          to: '27821234567',
          from: 'ACME',
          messageId: 'order-4711',
          smsCount: 1,
          status: STATUS_FORMS.queued.v2,
        },
      ],
    },
  },
  errors: ['forbidden', 'too-large'],
  async handle(context, call) {
    return submit(context, call, parseSendBody(await readBody(call.request), context.clock.now()))
  },
}

/** Submits a checked request and resolves with the outcome of each destination. */
export async function submit(context: V2Context, call: Call, send: WireSend): Promise<WireSendResult> {
  const request = mapSendToSubmit(send, call.request.requestId)
  const result = await context.services.submissions.submit(call.principal, request)
  return mapResultToAnswer(send, result)
}
