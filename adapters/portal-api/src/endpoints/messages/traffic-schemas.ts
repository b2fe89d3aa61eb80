import { type Static, Type } from 'typebox'
import { timeSchema } from '../../schemas.ts'
import type { TrafficEntry } from './merge-traffic.ts'
import { formatMessage, messageSchema } from './message-schemas.ts'

const receivedSchema = Type.Object(
  {
    incomingId: Type.Integer(),
    clientId: Type.Integer(),
    channelId: Type.Integer(),
    from: Type.String({ description: 'The sender, E.164 digits where it is a number.' }),
    to: Type.String({ description: 'The number it was sent to.' }),
    text: Type.String({ description: 'Of a binary SMS its octets in hexadecimal.' }),
    encoding: Type.Enum(['gsm', 'ucs2', 'binary'], { title: 'Encoding' }),
    receivedAt: timeSchema('When it came.'),
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
