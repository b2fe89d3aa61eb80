import { STATUS_FORMS } from '@heliograph/messaging'
import { sendResultSchema } from '../answer-schemas.ts'
import type { Operation } from '../operation.ts'
import { readBody } from '../read-body.ts'
import { singleRequestSchema } from '../request-schemas.ts'
import { parseSingleBody } from '../wire.ts'
import { sendOperation, submit } from './send.ts'

/** `POST /sms/2/text/single`. */
export const singleOperation: Operation = {
  method: 'POST',
  path: '/sms/2/text/single',
  id: 'sendSingleText',
  summary: 'Send a single text',
  description: 'Sends one text to a recipient or an array of recipients. The response is that of `Send messages`.',
  body: {
    schema: singleRequestSchema,
    required: true,
    example: { from: 'ACME', to: '27821234567', text: 'Your order is on its way.' },
  },
  answer: {
    schema: sendResultSchema,
    example: {
      messages: [
        {
          to: '27821234567',
          from: 'ACME',
          messageId: '019b8d5c-6a00-7c52-b1f3-2f8d0c6a9e41',
          status: STATUS_FORMS.queued.v2,
        },
      ],
    },
  },
  errors: sendOperation.errors,
  async handle(context, call) {
    return submit(context, call, parseSingleBody(await readBody(call.request), context.clock.now()))
  },
}
