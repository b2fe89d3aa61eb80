import type {
  AttachedBlob,
  ConversationEntry,
  ConversationHandling,
  ConversationNote,
  ConversationRecord,
} from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, stateSchema, timeSchema } from '../../schemas.ts'
import { attachmentSchema, formatAttachment } from './attachment-schemas.ts'

export const conversationParams = Type.Object({
  channelId: Type.Integer({ minimum: 1, description: 'Id of the channel to which the contact writes.' }),
  contact: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Sender of the incoming SMS: E.164 digits or a text.',
  }),
})

const encodingSchema = Type.Enum(['gsm', 'ucs2', 'binary'], {
  description: 'With `binary`, the text is hexadecimal bytes.',
})

const lastMessage = {
  text: Type.String(),
  encoding: encodingSchema,
  at: timeSchema('When it was received or accepted.'),
}

export const colleagueSchema = Type.Object(
  { userId: Type.Integer(), email: Type.String() },
  { title: 'Colleague', description: 'A user of the same client.' },
)

const handlingSchema = Type.Object(
  {
    assignee: nullable(colleagueSchema, 'User the conversation is assigned to. Null if unassigned.'),
    isDone: Type.Boolean({
      description: 'Whether the conversation is done. It reopens when the contact writes again.',
    }),
    snoozedUntil: nullable(timeSchema('Until when it is snoozed. It also returns when the contact writes again.')),
    changedBy: nullable(
      Type.String(),
      'E-mail address of the user who last changed this. Null if no one has since the contact wrote.',
    ),
    answering: Type.Array(
      Type.Object({ userId: Type.Integer(), email: Type.String(), until: timeSchema('When this indication expires.') }),
      { description: 'Other users who are writing a reply.' },
    ),
  },
  { title: 'ConversationHandling' },
)

export const noteSchema = Type.Object(
  {
    noteId: Type.Integer(),
    by: nullable(Type.String(), 'E-mail address of the author. Null if that user was deleted.'),
    at: timeSchema('When the note was written.'),
    text: Type.String(),
  },
  { title: 'ConversationNote' },
)

export const conversationSchema = Type.Object(
  {
    channelId: Type.Integer(),
    contact: Type.String({ description: 'Sender of the incoming SMS: E.164 digits or a text.' }),
    channel: Type.String({ description: 'Number of the channel.' }),
    mobile: nullable(Type.String(), 'Number to reply to. Null for senders that cannot receive.'),
    name: Type.String({ description: 'Name of the contact. Empty if not known.' }),
    isOptedOut: Type.Boolean(),
    unread: Type.Integer({ description: 'Number of unread SMS from the contact.' }),
    lastIncoming: Type.Object({ ...lastMessage, incomingId: Type.Integer() }),
    lastOutgoing: nullable(
      Type.Object({
        ...lastMessage,
        smsId: Type.Integer(),
        sentBy: nullable(Type.String(), 'E-mail address of the user who sent it. Null for automatic messages.'),
      }),
      'Null if no message was sent recently.',
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
        at: timeSchema('When it was received.'),
        incomingId: Type.Integer(),
        text: Type.String(),
        encoding: encodingSchema,
        keyword: nullable(
          Type.Enum(['opted-in', 'opted-out']),
          'Status that the contact requested with a keyword, if it took effect.',
        ),
        attachments: Type.Array(attachmentSchema),
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
        origin: Type.String({ description: 'The interface that accepted it, or the automatic action that sent it.' }),
        sentBy: nullable(Type.String(), 'E-mail address of the user who sent it. Null for automatic messages.'),
        scheduledAt: nullable(timeSchema('Scheduled time.')),
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

/** @param files that came in with messages, this one among them */
export function formatEntry(entry: ConversationEntry, files: readonly AttachedBlob[]): Static<typeof entrySchema> {
  const at = entry.at.toISOString()
  if (entry.kind === 'incoming') {
    const attachments = files.filter(({ incomingId }) => incomingId === entry.incomingId).map(formatAttachment)
    return { ...entry, at, attachments }
  }
  const { smsId, text, encoding, parts, state, origin, scheduledAt } = entry.message
  const reported = { smsId, text, encoding, parts, state, origin, scheduledAt: scheduledAt?.toISOString() ?? null }
  return { kind: 'outgoing', at, ...reported, sentBy: entry.sentBy }
}
