import { parseJsonBody } from '../body.ts'
import type { Operation } from '../operation.ts'
import { singleRequestSchema } from '../request-schemas.ts'
import { parseSingleBody } from '../wire.ts'
import { sendOperation, submit } from './send.ts'

/** `POST /sms/2/text/single`. */
export const singleOperation: Operation = {
  method: 'POST',
  path: '/sms/2/text/single',
  id: 'sendSingleText',
  summary: 'Send a single text',
  description: 'The short form for one text: `to` is a recipient or an array of them. Answered like a send request.',
  body: {
    schema: singleRequestSchema,
    required: true,
    example: { from: 'ACME', to: '27821234567', text: 'Your order is on its way.' },
  },
  answer: sendOperation.answer,
  errors: sendOperation.errors,
  handle(context, call) {
    const now = context.clock.now()
    return submit(context, call, parseSingleBody(parseJsonBody(call.request), now), now)
  },
}
