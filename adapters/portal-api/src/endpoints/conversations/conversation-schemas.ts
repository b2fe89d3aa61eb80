import type {
  ConversationEntry,
  ConversationHandling,
  ConversationNote,
  ConversationRecord,
} from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, stateSchema, timeSchema } from '../../schemas.ts'

export const conversationParams = Type.Object({
  channelId: Type.Integer({ minimum: 1, description: 'The channel that the contact writes to.' }),
  contact: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The sender of its SMS: E.164 digits, or a text.',
  }),
})

const encodingSchema = Type.Enum(['gsm', 'ucs2', 'binary'], {
  description: 'Of `binary` the text is octets in hexadecimal.',
})

const lastMessage = { text: Type.String(), encoding: encodingSchema, at: timeSchema('When it was.') }

export const colleagueSchema = Type.Object(
  { userId: Type.Integer(), email: Type.String() },
  { title: 'Colleague', description: 'A user of the client.' },
)

const handlingSchema = Type.Object(
  {
    assignee: nullable(colleagueSchema, 'Who takes care of it; null: nobody in particular.'),
    isDone: Type.Boolean({ description: 'Until the contact writes again.' }),
    snoozedUntil: nullable(
      timeSchema('Out of the way until then, or until the contact writes again; a time that has passed: it is back.'),
    ),
    changedBy: nullable(Type.String(), 'E-mail of who changed this last; null: nobody since the contact wrote.'),
    answering: Type.Array(
      Type.Object({ userId: Type.Integer(), email: Type.String(), until: timeSchema('When it holds no longer.') }),
      { description: 'Other users who are writing an answer.' },
    ),
  },
  { title: 'ConversationHandling' },
)

export const noteSchema = Type.Object(
  {
    noteId: Type.Integer(),
    by: nullable(Type.String(), 'E-mail of who wrote it; null when that user is gone.'),
    at: timeSchema('When it was written.'),
    text: Type.String(),
  },
  { title: 'ConversationNote' },
)

export const conversationSchema = Type.Object(
  {
    channelId: Type.Integer(),
    contact: Type.String({ description: 'The sender of the SMS: E.164 digits, or a text.' }),
    channel: Type.String({ description: 'The number of the channel.' }),
    mobile: nullable(Type.String(), 'Where an answer goes; null for a sender that cannot be answered.'),
    name: Type.String({ description: 'In the phonebook, empty without one.' }),
    isOptedOut: Type.Boolean(),
    unread: Type.Integer({ description: 'SMS of the contact that no one has looked at yet.' }),
    lastIncoming: Type.Object({ ...lastMessage, incomingId: Type.Integer() }),
    lastOutgoing: nullable(
      Type.Object({
        ...lastMessage,
        smsId: Type.Integer(),
        sentBy: nullable(Type.String(), 'E-mail of the user; null for what the gateway sent by itself.'),
      }),
      'Null: nothing was sent to it of late.',
    ),
    handling: handlingSchema,
  },
  { title: 'Conversation' },
)

export const entrySchema = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('incoming'),
        at: timeSchema('When it came.'),
        incomingId: Type.Integer(),
        text: Type.String(),
        encoding: encodingSchema,
        keyword: nullable(
          Type.Enum(['opted-in', 'opted-out']),
          'What the contact asked for by a keyword, when that counted.',
        ),
      },
      { title: 'IncomingEntry' },
    ),
    Type.Object(
      {
        kind: Type.Literal('outgoing'),
        at: timeSchema('When it was accepted.'),
        smsId: Type.Integer(),
        text: Type.String(),
        encoding: encodingSchema,
        parts: Type.Integer(),
        state: stateSchema,
        origin: Type.String({ description: 'The interface it came by, or what made the gateway send it.' }),
        sentBy: nullable(Type.String(), 'E-mail of the user; null for what the gateway sent by itself.'),
        scheduledAt: nullable(timeSchema('The time it is or was scheduled for.')),
      },
      { title: 'OutgoingEntry' },
    ),
  ],
  { title: 'ConversationEntry' },
)

export function formatConversation(record: ConversationRecord): Static<typeof conversationSchema> {
  const { lastIncoming, lastOutgoing, handling } = record
  return {
    ...record,
    lastIncoming: { ...lastIncoming, at: lastIncoming.at.toISOString() },
    lastOutgoing: lastOutgoing && { ...lastOutgoing, at: lastOutgoing.at.toISOString() },
    handling: formatHandling(handling),
  }
}

function formatHandling({ assignee, isDone, snoozedUntil, changedBy, answering }: ConversationHandling) {
  return {
    assignee,
    isDone,
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
    changedBy,
    answering: answering.map(({ userId, email, until }) => ({ userId, email, until: until.toISOString() })),
  }
}

export function formatNote(note: ConversationNote): Static<typeof noteSchema> {
  return { ...note, at: note.at.toISOString() }
}

export function formatEntry(entry: ConversationEntry): Static<typeof entrySchema> {
  const at = entry.at.toISOString()
  if (entry.kind === 'incoming') return { ...entry, at }
  const { smsId, text, encoding, parts, state, origin, scheduledAt } = entry.message
  const told = { smsId, text, encoding, parts, state, origin, scheduledAt: scheduledAt?.toISOString() ?? null }
  return { kind: 'outgoing', at, ...told, sentBy: entry.sentBy }
}
