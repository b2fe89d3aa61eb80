import { type HistoryEntry, METADATA_OCTETS, type MessageRecord } from '@heliograph/contracts'
import { errorById } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { moneySchema, nullable, prioritySchema, stateSchema, timeSchema } from '../../schemas.ts'

const errorSchema = Type.Object(
  { id: Type.Integer(), name: Type.String(), description: Type.String(), isPermanent: Type.Boolean() },
  { title: 'DeliveryError' },
)

/** What a client gives with a message to have it back. */
export const metadataSchema = Type.Record(Type.String(), Type.Unknown(), {
  title: 'Metadata',
  description: `Your own JSON object of at most ${METADATA_OCTETS} bytes. Absent if none was sent.`,
})

export const messageSchema = Type.Object(
  {
    smsId: Type.Integer(),
    clientId: Type.Integer(),
    messageId: Type.String(),
    bulkId: nullable(Type.String()),
    reference: nullable(Type.String(), 'Your own reference.'),
    metadata: Type.Optional(metadataSchema),
    origin: Type.String({ description: 'The interface that accepted it.' }),
    from: Type.String({ description: 'Address of the channel.' }),
    to: Type.String({ description: 'Recipient in E.164 digits.' }),
    text: Type.String({ description: 'Text of the message. Hexadecimal bytes if it is binary.' }),
    encoding: Type.Enum(['gsm', 'ucs2', 'binary'], { title: 'Encoding' }),
    parts: Type.Integer(),
    price: moneySchema,
    priority: prioritySchema,
    state: stateSchema,
    acceptedAt: timeSchema('When the gateway accepted it.'),
    scheduledAt: nullable(Type.String({ format: 'date-time' }), 'When it was or will be sent. Null for at once.'),
    submittedAt: nullable(Type.String({ format: 'date-time' }), 'When a network accepted it.'),
    doneAt: nullable(Type.String({ format: 'date-time' }), 'When it reached its final state.'),
    networkStatus: nullable(Type.String(), 'Status as stated by the network.'),
    networkId: nullable(Type.String(), 'Id that the network gave to the first part.'),
    error: nullable(errorSchema),
  },
  { title: 'Message' },
)

const optional = Type.Optional
const text = (description?: string) =>
  optional(nullable(Type.String(), ...(description === undefined ? [] : [description])))
const time = (description: string) => optional(timeSchema(description))

const HISTORY_KINDS = [
  'accepted',
  'scheduled',
  'queued',
  'handed-over',
  'answered',
  'put-off',
  'put-back',
  'passed-on',
  'report',
  'receipt',
  'ended',
  'refunded',
  'webhook',
  'webhook-attempt',
] as const satisfies readonly HistoryEntry['kind'][]

/** One thing that happened to a message; which fields are there follows from `kind`. */
export const historyEntrySchema = Type.Object(
  {
    kind: Type.Enum([...HISTORY_KINDS], { title: 'HistoryKind' }),
    at: nullable(Type.String({ format: 'date-time' }), 'When it happened. Null if not on record.'),
    origin: optional(Type.String()),
    requestId: text('For `accepted`: `X-Request-Id` of the request. Null if there was none.'),
    parts: optional(Type.Integer()),
    price: optional(moneySchema),
    amount: optional(moneySchema),
    dueAt: time('When the next attempt is due.'),
    until: time('For `put-back`: when it last happened.'),
    times: optional(Type.Integer()),
    link: optional(Type.String()),
    attempt: optional(Type.Integer()),
    part: optional(Type.Integer()),
    outcome: optional(Type.Enum(['accepted', 'refused', 'left', 'unknown'])),
    networkId: text(),
    networkStatus: text('Status or code as stated by the network.'),
    error: optional(nullable(errorSchema)),
    text: text('For `report`: the receipt as received from the network.'),
    state: optional(Type.String({ description: 'State of the message or part; for `webhook`, that of the webhook.' })),
    webhookId: optional(Type.Integer()),
    url: optional(Type.String()),
    status: optional(
      nullable(
        Type.Union([Type.Integer(), Type.String()]),
        'For an attempt, its HTTP status; for `report`, the status it states.',
      ),
    ),
    failure: text('Why there was no response.'),
    elapsedMs: optional(Type.Integer()),
  },
  { title: 'HistoryEntry' },
)

export function formatMessage(record: MessageRecord): Static<typeof messageSchema> {
  const { errorId, acceptedAt, scheduledAt, submittedAt, doneAt, metadata, ...message } = record
  return {
    ...message,
    ...(metadata && { metadata }),
    acceptedAt: acceptedAt.toISOString(),
    scheduledAt: iso(scheduledAt),
    submittedAt: iso(submittedAt),
    doneAt: iso(doneAt),
    error: formatMessageError(errorId),
  }
}

/** Describes the error of the registry with this id. */
export function formatMessageError(errorId: number | null): Static<typeof errorSchema> | null {
  const error = errorId === null ? undefined : errorById(errorId)
  if (error === undefined) return null
  const { id, name, description, permanent: isPermanent } = error
  return { id, name, description, isPermanent }
}

export function formatEntry(entry: HistoryEntry): Static<typeof historyEntrySchema> {
  const { kind, at, errorId, ...more } = { errorId: undefined, ...entry }
  const reported = Object.entries(more).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  const error = errorId === undefined ? {} : { error: formatMessageError(errorId) }
  return { kind, at: iso(at), ...Object.fromEntries(reported), ...error }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
