import type { Principal, ReportFilter } from '@heliograph/contracts'
import { normaliseNumber, STATUS_GROUPS, statesOfGroup } from '@heliograph/messaging'
import { type ParameterReader, Problems } from '@heliograph/wire'
import { Type } from 'typebox'
import { logsResultSchema } from '../answer-schemas.ts'
import type { Operation } from '../operation.ts'
import { readBefore, readLimit, readQuery, readText } from '../query.ts'
import { beforeParameter, limitParameter } from '../query-schemas.ts'
import { mapRecordToLog } from '../records.ts'

/** The status groups that a message can be in. */
const GROUPS = Object.keys(STATUS_GROUPS)

/** The last moment that Postgres and `Date` both write with a four-digit year. */
const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** `GET /sms/2/logs`. */
export const logsOperation: Operation = {
  method: 'GET',
  path: '/sms/2/logs',
  id: 'getLogs',
  summary: 'List messages',
  description:
    'Lists the messages of the account with their texts, newest first. Filters are combined. If the response has `next`, there are more pages; each message is on exactly one.',
  query: Type.Object({
    from: Type.Optional(Type.String({ description: 'Filter by sender.' })),
    to: Type.Optional(Type.String({ description: 'Filter by recipient.' })),
    bulkId: Type.Optional(Type.String({ description: 'Filter by batch.' })),
    messageId: Type.Optional(Type.String({ description: 'Filter by external message ID.' })),
    generalStatus: Type.Optional(Type.Enum(GROUPS, { description: 'Filter by status group.' })),
    sentSince: Type.Optional(Type.String({ description: 'Accepted at or after this ISO 8601 time.' })),
    sentUntil: Type.Optional(Type.String({ description: 'Accepted before this ISO 8601 time.' })),
    limit: limitParameter,
    before: beforeParameter,
  }),
  answer: {
    schema: logsResultSchema,
    example: {
      results: [
        {
          messageId: 'order-4711',
          to: '27821234567',
          from: 'ACME',
          text: 'Your order is on its way.',
          sentAt: '2030-01-31T08:15:00.120+0000',
          status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' },
          smsCount: 1,
          price: { pricePerMessage: 0.05, currency: 'ZAR' },
        },
      ],
    },
  },
  errors: ['invalid'],
  async handle({ services }, { principal, request }) {
    const problems = new Problems()
    const filter = readFilter(readQuery(request, problems), principal)
    problems.assertNone()
    const { records, next } = await services.reports.find(principal, filter, { signal: request.signal })
    return { results: records.map(mapRecordToLog), next }
  },
}

function readFilter(query: ParameterReader, principal: Principal): ReportFilter {
  return {
    from: readSender(query, principal),
    to: readRecipient(query, principal),
    bulkId: readText(query, 'bulkId'),
    messageId: readText(query, 'messageId'),
    states: readStates(query),
    since: readMoment(query, 'sentSince'),
    until: readMoment(query, 'sentUntil'),
    limit: readLimit(query),
    before: readBefore(query),
  }
}

function readRecipient(query: ParameterReader, principal: Principal): string | undefined {
  const to = readText(query, 'to')
  if (to === undefined) return undefined
  return normaliseNumber(to, 'international', principal.country) ?? query.problem('to', 'must be a phone number')
}

/** Reads a sender: the number of a channel in any spelling, or a short code or sender text as it is. */
function readSender(query: ParameterReader, principal: Principal): string | undefined {
  const from = readText(query, 'from')
  return from === undefined ? undefined : (normaliseNumber(from, 'international', principal.country) ?? from)
}

function readStates(query: ParameterReader): ReportFilter['states'] {
  const group = readText(query, 'generalStatus')?.toUpperCase()
  if (group === undefined) return undefined
  if (GROUPS.includes(group)) return statesOfGroup(group)
  return query.problem('generalStatus', `must be one of ${GROUPS.join(', ')}`)
}

/** No message is older than the epoch or younger than year 9999, so moments beyond these limits exclude nothing. */
function readMoment(query: ParameterReader, name: string): Date | undefined {
  const time = query.time(name)
  return time === undefined ? undefined : new Date(Math.min(Math.max(time, 0), LAST_MOMENT_MS))
}
