import { assertNever, type HistoryEntry, type MessageState } from '@heliograph/contracts'
import { FACES } from '@heliograph/messaging'
import { formatTimestamp } from '@heliograph/wire'
import { type Static, Type } from 'typebox'
import { errorSchema, nullable, priceSchema, statusSchema, time as timeSchema } from './answer-schemas.ts'
import { mapError, mapPrice, time } from './records.ts'

/** What each event means, by its name. */
const EVENTS = {
  accepted: 'the gateway has it',
  scheduled: 'it goes later',
  queued: 'it waits for a link from here on',
  'handed-over': 'a link has it, and no answer is recorded',
  answered: 'what the network answered for a part',
  'put-off': 'the network refused it for the time being, or gave no answer; it is tried again',
  'put-back': 'a link returned it without accepting it; it kept its place',
  'passed-on': 'a link refused it for reasons of its own; another one was to take it',
  report: 'a receipt that ended nothing',
  receipt: 'a receipt that ended a part',
  ended: 'it became final',
  refunded: 'it never reached a network and its price went back',
  webhook: 'a webhook will report it',
  'webhook-attempt': 'a call of that webhook',
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
    at: nullable(timeSchema, "When; the network's time for what it reports. Null where the moment is not kept."),
    origin: optional(Type.String({ description: 'The interface that it came by.' })),
    smsCount: number('Number of SMS parts.'),
    price: optional(priceSchema),
    dueAt: optional(Type.Unsafe<string>({ ...timeSchema, description: 'When it was to go, or to go again.' })),
    link: optional(Type.String({ description: 'The connection to the network.' })),
    attempt: number('1 for the first; of a webhook, the attempt at it.'),
    part: number('Part of the message, from 1.'),
    outcome: optional(
      Type.Enum(['accepted', 'refused', 'left', 'unknown'], {
        description: 'Of `answered`: `left` is left for another attempt, `unknown` had no answer.',
      }),
    ),
    networkId: text("The network's id of the part."),
    networkStatus: text("The network's own word or code."),
    reported: optional(Type.String({ description: 'Of `report`: what the receipt said, for example `enroute`.' })),
    text: text('Of `report`: the receipt as the network wrote it, where it is known.'),
    times: number('Of `put-back`: how many times.'),
    until: optional(Type.Unsafe<string>({ ...timeSchema, description: 'Of `put-back`: the last time.' })),
    status: optional(statusSchema),
    error: optional(nullable(errorSchema, 'Null unless something failed.')),
    webhookId: number('Identifies a webhook among those of the message.'),
    url: optional(Type.String()),
    state: optional(
      Type.String({ description: 'Of `webhook`: `pending`, `delivered` or `failed`, as it stands now.' }),
    ),
    httpStatus: optional(nullable(Type.Integer(), 'What the receiver answered; null without an answer.')),
    failure: text('Why there was no answer.'),
    elapsedMs: number('How long the call took, in milliseconds.'),
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
      return { attempt, part, networkStatus, ...faceOf(entry) }
    }
    case 'ended':
      return { networkStatus: entry.networkStatus, ...faceOf(entry) }
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

function faceOf({ state, errorId }: { readonly state: MessageState; readonly errorId: number | null }) {
  return { status: FACES[state].v2, error: mapError(errorId) }
}
