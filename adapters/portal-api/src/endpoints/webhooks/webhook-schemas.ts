import {
  type PausedHost,
  WEBHOOK_KINDS,
  WEBHOOK_STATES,
  type WebhookDetails,
  type WebhookRecord,
} from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

export const webhookKindSchema = Type.Enum([...WEBHOOK_KINDS], { title: 'WebhookKind' })

export const webhookStateSchema = Type.Enum([...WEBHOOK_STATES], { title: 'WebhookState' })

const fields = {
  webhookId: Type.Integer(),
  clientId: Type.Integer(),
  channelId: Type.Integer(),
  kind: webhookKindSchema,
  subjectId: Type.Integer({ description: 'The message or incoming SMS it tells of.' }),
  url: Type.String(),
  state: webhookStateSchema,
  attempts: Type.Integer({ description: 'Made so far.' }),
  createdAt: timeSchema('When what it tells of happened.'),
}

export const webhookSchema = Type.Object(fields, { title: 'Webhook' })

export const webhookRequestSchema = Type.Object(
  {
    method: Type.String(),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.String(),
  },
  { title: 'WebhookRequest' },
)

const answerFields = {
  status: nullable(Type.Integer(), 'HTTP status; null when there was no answer, for the reason in `failure`.'),
  failure: nullable(Type.String()),
  reply: nullable(Type.String(), 'How the answer begins.'),
  elapsedMs: Type.Integer(),
}

export const webhookAnswerSchema = Type.Object(answerFields, { title: 'WebhookAnswer' })

export const webhookDetailsSchema = Type.Object(
  {
    ...fields,
    request: nullable(webhookRequestSchema, 'As it is sent, without secrets and signatures; null: not written yet.'),
    log: Type.Array(
      Type.Object(
        { attempt: Type.Integer({ description: 'From 1.' }), at: timeSchema('When it was made.'), ...answerFields },
        { title: 'WebhookAttempt' },
      ),
      { description: 'Attempts, oldest first.' },
    ),
  },
  { title: 'WebhookDetails' },
)

export const pausedHostSchema = Type.Object(
  {
    clientId: Type.Integer(),
    host: Type.String({ description: 'How its URLs begin.' }),
    since: timeSchema('Since when the oldest webhook waits.'),
    probeAt: timeSchema('When the next one is tried.'),
    waiting: Type.Integer({ description: 'Webhooks that wait, counted to 10,000.' }),
  },
  { title: 'PausedHost' },
)

export function formatWebhook({ createdAt, ...webhook }: WebhookRecord): Static<typeof webhookSchema> {
  return { ...webhook, createdAt: createdAt.toISOString() }
}

export function formatDetails({ log, request, ...webhook }: WebhookDetails): Static<typeof webhookDetailsSchema> {
  return {
    ...formatWebhook(webhook),
    request: request && { ...request, headers: { ...request.headers } },
    log: log.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  }
}

export function formatHost({ since, probeAt, ...host }: PausedHost): Static<typeof pausedHostSchema> {
  return { ...host, since: since.toISOString(), probeAt: probeAt.toISOString() }
}
