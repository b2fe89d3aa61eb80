import { GatewayError, type MessageRecord, type MessageState, PRIORITIES, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { futureMoment, momentOf } from '../../moments.ts'
import type { PortalContext } from '../../services.ts'
import { formatMessage, messageSchema } from './message-schemas.ts'
import { findMessage, messageParams } from './messages.ts'

const DAY_MS = 86_400_000
const MOST_DAYS_AHEAD = 180

const cancelMessage = defineEndpoint({
  method: 'POST',
  path: '/messages/:smsId/cancel',
  id: 'cancelMessage',
  summary: 'Cancel a waiting message. Its price is refunded',
  roles: ROLES,
  params: messageParams,
  answer: messageSchema,
  errors: ['invalid', 'not-found', 'conflict'],
  act: { action: 'message-cancelled', by: 'operator', subject: ({ params }) => `message ${params.smsId}` },
  async handle({ services }, { principal, params, request }) {
    const { smsId } = params
    await findMessage(services, principal, smsId, { request })
    await services.messages.cancel(principal, { smsId })
    return formatMessage(await findMessage(services, principal, smsId, { request }))
  },
})

const rescheduleMessage = defineEndpoint({
  method: 'PATCH',
  path: '/messages/:smsId',
  id: 'rescheduleMessage',
  summary: 'Reschedule a waiting message',
  roles: ROLES,
  params: messageParams,
  body: Type.Object(
    { sendAt: Type.String({ format: 'date-time', description: 'New time, in the future.' }) },
    { additionalProperties: false, title: 'MessageReschedule' },
  ),
  answer: messageSchema,
  errors: ['not-found', 'conflict'],
  act: { action: 'message-moved', by: 'operator', subject: ({ params }) => `message ${params.smsId}` },
  async handle(context, { principal, params, body, request }) {
    const { services } = context
    await findMessage(services, principal, params.smsId, { request })
    const sendAt = notTooFar(context, futureMoment(context.clock, 'sendAt', body.sendAt))
    await services.messages.replace(principal, params.smsId, { sendAt })
    return formatMessage(await findMessage(services, principal, params.smsId, { request }))
  },
})

const resendMessage = defineEndpoint({
  method: 'POST',
  path: '/messages/:smsId/resend',
  id: 'resendMessage',
  summary: 'Resend a message as a new one',
  roles: ROLES,
  params: messageParams,
  body: Type.Object(
    {
      sendAt: Type.Optional(
        Type.String({ format: 'date-time', description: 'New time. If omitted or past, messages are sent at once.' }),
      ),
    },
    { additionalProperties: false, title: 'MessageResend' },
  ),
  answer: messageSchema,
  errors: ['forbidden', 'not-found', 'conflict'],
  act: { action: 'messages-sent', by: 'operator', subject: (_, { smsId }) => `message ${smsId}` },
  async handle(context, { principal, params, body, request }) {
    const { services } = context
    const record = await findMessage(services, principal, params.smsId, { request })
    if (record.encoding === 'binary')
      throw new GatewayError('invalid', 'binary-message', 'Binary messages cannot be resent here')
    const sendAt = body.sendAt === undefined ? undefined : notTooFar(context, momentOf('sendAt', body.sendAt))
    const { entries } = await services.submissions.submit(principal, {
      origin: 'portal',
      requestId: request.requestId,
      priority: PRIORITIES.LOW,
      numbers: 'international',
      atomic: true,
      messages: [messageOf(record, sendAt)],
    })
    const [entry] = entries
    if (entry === undefined || entry.smsId === 0) throw refused(entry?.state)
    return formatMessage(await findMessage(services, principal, entry.smsId, { request }))
  },
})

function messageOf({ to, from, text, reference, metadata }: MessageRecord, sendAt: Date | undefined) {
  return { destinations: [{ to }], text, from, sendAt, reference: reference ?? undefined, metadata }
}

const REFUSALS: Partial<Record<MessageState, string>> = {
  'opted-out': 'Contact has opted out',
  'no-route': 'There is no route to this number',
}

function refused(state: MessageState | undefined): GatewayError {
  return new GatewayError('conflict', state ?? 'refused', (state && REFUSALS[state]) ?? 'The message was refused')
}

/** The time, or now when it has passed. Throws `invalid` for a time too far ahead. */
function notTooFar({ clock }: PortalContext, sendAt: Date): Date {
  const now = clock.now()
  if (sendAt.getTime() <= now + MOST_DAYS_AHEAD * DAY_MS) return new Date(Math.max(sendAt.getTime(), now))
  const details = { sendAt: `must not be more than ${MOST_DAYS_AHEAD} days ahead` }
  throw new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', { details })
}

/** Changes to a single message. */
export const messageChangeEndpoints = [cancelMessage, rescheduleMessage, resendMessage]
