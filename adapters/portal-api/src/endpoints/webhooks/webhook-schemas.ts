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
  subjectId: Type.Integer({
    description: 'Id of the message or incoming SMS that it reports, the first one if it reports several messages.',
  }),
  subjects: Type.Integer({ description: 'Number of messages that it reports.' }),
  url: Type.String(),
  state: webhookStateSchema,
  attempts: Type.Integer({ description: 'Number of attempts so far.' }),
  createdAt: timeSchema('When the event happened.'),
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
  status: nullable(Type.Integer(), 'HTTP status. Null if there was no response; `failure` has the reason.'),
  failure: nullable(Type.String()),
  reply: nullable(Type.String(), 'Start of the response.'),
  elapsedMs: Type.Integer(),
}

export const webhookAnswerSchema = Type.Object(answerFields, { title: 'WebhookAnswer' })

export const webhookDetailsSchema = Type.Object(
  {
    ...fields,
    subjectIds: Type.Array(Type.Integer(), { description: 'Ids of all that it reports.' }),
    request: nullable(
      webhookRequestSchema,
      'Request as sent, without secrets and signatures. Null if not prepared yet.',
    ),
    log: Type.Array(
      Type.Object(
        {
          attempt: Type.Integer({ description: 'Number of the attempt, from 1.' }),
          at: timeSchema('When it was made.'),
          ...answerFields,
        },
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
    host: Type.String({ description: 'Scheme and host of its URLs.' }),
    since: timeSchema('Since when the oldest webhook has been waiting.'),
    probeAt: timeSchema('When the next attempt is due.'),
    waiting: Type.Integer({ description: 'Number of waiting webhooks, counted up to 10,000.' }),
  },
  { title: 'PausedHost' },
)

export function formatWebhook({ createdAt, ...webhook }: WebhookRecord): Static<typeof webhookSchema> {
  return { ...webhook, createdAt: createdAt.toISOString() }
}

export function formatDetails({
  log,
  request,
  subjectIds,
  ...webhook
}: WebhookDetails): Static<typeof webhookDetailsSchema> {
  return {
    ...formatWebhook(webhook),
    subjectIds: [...subjectIds],
    request: request && { ...request, headers: { ...request.headers } },
    log: log.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  }
}

export function formatHost({ since, probeAt, ...host }: PausedHost): Static<typeof pausedHostSchema> {
  return { ...host, since: since.toISOString(), probeAt: probeAt.toISOString() }
}
