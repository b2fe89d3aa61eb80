import { randomUUID } from 'node:crypto'
import { type Clock, GatewayError, type Mail, type MailMessage } from '@heliograph/contracts'
import { assertAdmitted } from '@heliograph/wire'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { deliverMail } from '../../mail/deliver-mail.ts'
import { nullable } from '../../schemas.ts'
import { webhookAnswerSchema, webhookKindSchema, webhookRequestSchema } from '../webhooks/webhook-schemas.ts'
import { channelParams } from './channel-schemas.ts'
import { findChannel } from './find-channel.ts'

/** Per kind of test and address of the caller: tests send requests and mails to other parties. */
const TESTS_PER_MINUTE = 10

const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/channels/:channelId/webhook-test',
  id: 'testWebhook',
  summary: 'Send a test webhook. Returns the request and the response',
  roles: ['operator', 'admin'],
  params: channelParams,
  body: Type.Object({ kind: webhookKindSchema }, { title: 'WebhookTest', additionalProperties: false }),
  answer: Type.Object({ request: webhookRequestSchema, answer: webhookAnswerSchema }, { title: 'WebhookTestResult' }),
  errors: ['not-found', 'throttled'],
  act: { action: 'webhook-tested', by: 'anyone', subject: ({ params }) => `channel ${params.channelId}` },
  async handle(context, { principal, params, body, request }) {
    const { channelId } = await findChannel(context, principal, params.channelId)
    const limit = { name: 'portal.webhook-test', perMinute: TESTS_PER_MINUTE }
    assertAdmitted(context.services.addressLimits.admit(limit, request.remoteAddress))
    const tried = await context.services.webhooks.test(principal, { channelId, kind: body.kind })
    return { request: { ...tried.request, headers: { ...tried.request.headers } }, answer: tried.answer }
  },
})

const mailResultSchema = Type.Object(
  {
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    failure: nullable(
      Type.Enum(['temporary', 'permanent']),
      'Null if the mail server accepted the mail. `temporary`: a retry may succeed. `permanent`: it will not.',
    ),
    detail: nullable(Type.String(), 'Reply of the mail server. Operators only.'),
    elapsedMs: Type.Integer(),
  },
  { title: 'MailTestResult' },
)

const testMail = defineEndpoint({
  method: 'POST',
  path: '/channels/:channelId/mail-test',
  id: 'testMail',
  summary: 'Send a test mail to the address that receives incoming SMS of a channel',
  roles: ['operator', 'admin'],
  params: channelParams,
  answer: mailResultSchema,
  errors: ['invalid', 'not-found', 'conflict'],
  act: { action: 'mail-tested', by: 'anyone', subject: ({ params }) => `channel ${params.channelId}` },
  async handle(context, { principal, params, request }) {
    const { address, forwardEmail } = await findChannel(context, principal, params.channelId)
    if (forwardEmail === null)
      throw new GatewayError('conflict', 'no-forward-email', 'The channel has no e-mail address to forward to')
    const { mail } = context.services
    if (mail === undefined) throw new GatewayError('conflict', 'no-mail', 'Mail is not configured on this deployment')
    const limit = { name: 'portal.mail-test', perMinute: TESTS_PER_MINUTE }
    assertAdmitted(context.services.addressLimits.admit(limit, request.remoteAddress))
    const { detail, ...result } = await tryMail(mail, testMessage(forwardEmail, address), context.clock)
    return { ...result, detail: principal.role === 'operator' ? detail : null }
  },
})

function testMessage(to: string, address: string): MailMessage {
  return {
    to,
    subject: `Test of forwarding from ${address}`,
    text: `Incoming SMS of ${address} are forwarded to this address.\n\nThis is a test from the settings of the channel; nobody sent an SMS.`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    idempotencyKey: `portal-test:${randomUUID()}`,
  }
}

async function tryMail(mail: Mail, message: MailMessage, clock: Clock): Promise<Static<typeof mailResultSchema>> {
  const startedAt = clock.now()
  const { to, subject, text } = message
  const outcome = await deliverMail(mail, message, clock)
  return { to, subject, text, ...outcome, elapsedMs: Math.round(clock.now() - startedAt) }
}

export const channelTestEndpoints = [testWebhook, testMail]
