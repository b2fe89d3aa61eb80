import { type Static, Type } from 'typebox'
import { timeSchema } from '../../schemas.ts'
import type { TrafficEntry } from './merge-traffic.ts'
import { formatMessage, messageSchema } from './message-schemas.ts'

const receivedSchema = Type.Object(
  {
    incomingId: Type.Integer(),
    clientId: Type.Integer(),
    channelId: Type.Integer(),
    from: Type.String({ description: 'Sender: E.164 digits or a text.' }),
    to: Type.String({ description: 'Number it was sent to.' }),
    text: Type.String({ description: 'Text of the SMS. Hexadecimal bytes if it is binary.' }),
    encoding: Type.Enum(['gsm', 'ucs2', 'binary'], { title: 'Encoding' }),
    receivedAt: timeSchema('When it was received.'),
  },
  { title: 'ReceivedMessage' },
)

export const trafficSchema = Type.Union(
  [
    Type.Object(
      { direction: Type.Literal('sent'), id: Type.Integer(), message: messageSchema },
      { title: 'SentEntry' },
    ),
    Type.Object(
      { direction: Type.Literal('received'), id: Type.Integer(), received: receivedSchema },
      { title: 'ReceivedEntry' },
    ),
  ],
  { title: 'TrafficEntry' },
)

export function formatTraffic(entry: TrafficEntry): Static<typeof trafficSchema> {
  const { id } = entry
  if (entry.direction === 'sent') return { direction: 'sent', id, message: formatMessage(entry.message) }
  const { received } = entry
  return { direction: 'received', id, received: { ...received, receivedAt: received.receivedAt.toISOString() } }
}
