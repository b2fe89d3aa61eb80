import type { ConversationEntry, ConversationRecord } from '@heliograph/contracts'
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
  const { lastIncoming, lastOutgoing } = record
  return {
    ...record,
    lastIncoming: { ...lastIncoming, at: lastIncoming.at.toISOString() },
    lastOutgoing: lastOutgoing && { ...lastOutgoing, at: lastOutgoing.at.toISOString() },
  }
}

export function formatEntry(entry: ConversationEntry): Static<typeof entrySchema> {
  const at = entry.at.toISOString()
  if (entry.kind === 'incoming') return { ...entry, at }
  const { smsId, text, encoding, parts, state, origin, scheduledAt } = entry.message
  const told = { smsId, text, encoding, parts, state, origin, scheduledAt: scheduledAt?.toISOString() ?? null }
  return { kind: 'outgoing', at, ...told, sentBy: entry.sentBy }
}
