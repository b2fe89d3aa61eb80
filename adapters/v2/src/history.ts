import { assertNever, type HistoryEntry, type MessageState } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { formatTimestamp } from '@heliograph/wire'
import { type Static, Type } from 'typebox'
import { errorSchema, nullable, priceSchema, statusSchema, time as timeSchema } from './answer-schemas.ts'
import { mapError, mapPrice, time } from './records.ts'

/** What each event means, by its name. */
const EVENTS = {
  accepted: 'the gateway accepted it',
  scheduled: 'it will be sent later',
  queued: 'it began to wait for a link',
  'handed-over': 'it was submitted over a link, and no response is on record',
  answered: 'response of the network for a part',
  'put-off': 'the network deferred it, or did not respond; it will be retried',
  'put-back': 'a link returned it without accepting it; it kept its place in the queue',
  'passed-on': 'a link rejected it for reasons of its own; it goes to another link',
  report: 'an intermediate receipt',
  receipt: 'a final receipt for a part',
  ended: 'it reached its final status',
  refunded: 'it never reached a network, and its price was refunded',
  webhook: 'a webhook was created for it',
  'webhook-attempt': 'an attempt to deliver that webhook',
} as const satisfies Record<HistoryEntry['kind'], string>

const EVENT_TEXT = Object.entries(EVENTS)
  .map(([event, says]) => `\`${event}\` (${says})`)
  .join(', ')

const optional = Type.Optional
const text = (description: string) => optional(nullable(Type.String(), description))
const number = (description: string) => optional(Type.Integer({ description }))

/** One event of a message; which fields it has depends on `event`. */
export const historyEntrySchema = Type.Object(
  {
    event: Type.Enum(Object.keys(EVENTS) as HistoryEntry['kind'][], { description: `${EVENT_TEXT}.` }),
    at: nullable(timeSchema, 'When it happened; for reports, as stated by the network. Null if not on record.'),
    origin: optional(Type.String({ description: 'The interface that accepted it.' })),
    smsCount: number('Number of SMS parts.'),
    price: optional(priceSchema),
    dueAt: optional(Type.Unsafe<string>({ ...timeSchema, description: 'When the next attempt is due.' })),
    link: optional(Type.String({ description: 'Connection to the network.' })),
    attempt: number('Number of the attempt, from 1; for webhooks, of the attempt to deliver it.'),
    part: number('Part of the message, from 1.'),
    outcome: optional(
      Type.Enum(['accepted', 'refused', 'left', 'unknown'], {
        description: 'For `answered`. `left`: left for another attempt. `unknown`: no response.',
      }),
    ),
    networkId: text('Id that the network gave to the part.'),
    networkStatus: text('Status or code as stated by the network.'),
    reported: optional(Type.String({ description: 'For `report`: the status in the receipt, such as `enroute`.' })),
    text: text('For `report`: the receipt as received from the network, if on record.'),
    times: number('For `put-back`: how often it happened.'),
    until: optional(Type.Unsafe<string>({ ...timeSchema, description: 'For `put-back`: when it last happened.' })),
    status: optional(statusSchema),
    error: optional(nullable(errorSchema, 'Null if nothing failed.')),
    webhookId: number('Number of the webhook within the message.'),
    url: optional(Type.String()),
    state: optional(
      Type.String({ description: 'For `webhook`: its current state, `pending`, `delivered` or `failed`.' }),
    ),
    httpStatus: optional(nullable(Type.Integer(), 'HTTP status of the response. Null if there was none.')),
    failure: text('Why there was no response.'),
    elapsedMs: number('Duration in milliseconds.'),
  },
  { title: 'HistoryEntry' },
)

export const historyResultSchema = Type.Object(
  {
    smsId: Type.Integer({ description: 'Internal SMS ID.' }),
    messageId: Type.String({ description: 'External message ID.' }),
    to: Type.String(),
    status: statusSchema,
    history: Type.Array(historyEntrySchema, { description: 'Oldest first.' }),
  },
  { title: 'MessageHistory' },
)

export type WireHistoryEntry = Static<typeof historyEntrySchema>

/** Maps an entry of the history to the form of this interface. */
export function mapEntry(entry: HistoryEntry): WireHistoryEntry {
  return { event: entry.kind, at: time(entry.at), ...detailsOf(entry) }
}

function detailsOf(entry: HistoryEntry): Omit<WireHistoryEntry, 'event' | 'at'> {
  switch (entry.kind) {
    case 'accepted':
      return { origin: entry.origin, smsCount: entry.parts, price: mapPrice(entry.price) }
    case 'scheduled':
      return { dueAt: formatTimestamp(entry.dueAt) }
    case 'queued':
      return {}
    case 'handed-over':
      return { link: entry.link }
    case 'answered': {
      const { kind, at, ...details } = entry
      return details
    }
    case 'put-off': {
      const { link, attempt, networkStatus, dueAt } = entry
      return { link, attempt, networkStatus, dueAt: formatTimestamp(dueAt) }
    }
    case 'put-back': {
      const { link, attempt, networkStatus, times, until } = entry
      return { link, attempt, networkStatus, times, until: formatTimestamp(until) }
    }
    case 'passed-on': {
      const { link, attempt, networkStatus, errorId } = entry
      return { link, attempt, networkStatus, error: mapError(errorId) }
    }
    case 'report': {
      const { attempt, part, status: reported, networkStatus, errorId, text } = entry
      return { attempt, part, reported, networkStatus, error: mapError(errorId), text }
    }
    case 'receipt': {
      const { attempt, part, networkStatus } = entry
      return { attempt, part, networkStatus, ...formOf(entry) }
    }
    case 'ended':
      return { networkStatus: entry.networkStatus, ...formOf(entry) }
    case 'refunded':
      return { price: mapPrice(entry.amount) }
    case 'webhook': {
      const { webhookId, url, state } = entry
      return { webhookId, url, state }
    }
    case 'webhook-attempt': {
      const { webhookId, attempt, status: httpStatus, failure, elapsedMs } = entry
      return { webhookId, attempt, httpStatus, failure, elapsedMs }
    }
    default:
      return assertNever(entry)
  }
}

function formOf({ state, errorId }: { readonly state: MessageState; readonly errorId: number | null }) {
  return { status: STATUS_FORMS[state].v2, error: mapError(errorId) }
}
