import {
  GatewayError,
  MESSAGE_STATES,
  type Principal,
  type ReceivedFilter,
  type ReportFilter,
} from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { momentOf } from '../../moments.ts'

const optionalText = (description: string, maxLength = 200) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))
const optionalTime = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

/** The conditions that messages are searched by; all that are given must hold. */
export const messageFilterFields = {
  smsId: Type.Optional(Type.Integer()),
  messageId: optionalText('Filter by message id, yours or a generated one.'),
  bulkId: optionalText('Filter by bulk.'),
  reference: optionalText('Filter by your reference.', 1_000),
  from: optionalText('Filter by address of the channel.', 20),
  to: optionalText('Filter by recipient, in local or international format.', 50),
  text: optionalText('Filter by part of the text, ignoring case.'),
  state: Type.Optional(
    Type.Array(Type.Enum([...MESSAGE_STATES]), { maxItems: 20, description: 'Filter by state. May be repeated.' }),
  ),
  origin: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: 20,
      description: 'Filter by interface. May be repeated.',
    }),
  ),
  since: optionalTime('Accepted at or after this time.'),
  until: optionalTime('Accepted before this time.'),
  everyClient: Type.Optional(Type.Boolean({ description: 'Include messages of all clients. Operators only.' })),
}

const messageFilterSchema = Type.Object(messageFilterFields)

/** The filter as the gateway takes it. Throws `invalid` for a number that cannot be one. */
export function readFilter(
  { country }: Principal,
  query: Static<typeof messageFilterSchema>,
): Omit<ReportFilter, 'limit'> {
  const { smsId, messageId, bulkId, reference, from, text, state, origin, since, until, everyClient } = query
  return {
    smsId,
    messageId,
    bulkId,
    reference,
    from,
    text,
    to: query.to === undefined ? undefined : readNumber(query.to, country),
    states: state,
    origins: origin,
    since: momentOf('since', since),
    until: momentOf('until', until),
    allClients: everyClient,
  }
}

/** Conditions that only sent messages can meet. */
const OF_SENT_ONLY = ['messageId', 'bulkId', 'reference', 'state', 'origin'] as const

/** The same conditions on incoming SMS; undefined: none can meet them. */
export function readReceivedFilter(
  { country }: Principal,
  query: Static<typeof messageFilterSchema>,
): Omit<ReceivedFilter, 'limit'> | undefined {
  if (OF_SENT_ONLY.some((name) => query[name] !== undefined)) return undefined
  const { smsId: incomingId, from: to, to: contact, text, since, until, everyClient: allClients } = query
  return {
    incomingId,
    to,
    text,
    // A sender need not be a number.
    from: contact && (normaliseNumber(contact, 'local', country) ?? contact),
    since: momentOf('since', since),
    until: momentOf('until', until),
    allClients,
  }
}

function readNumber(text: string, country: string): string {
  const number = normaliseNumber(text, 'local', country)
  if (number !== undefined) return number
  throw new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', {
    details: { to: 'must be a phone number' },
  })
}
