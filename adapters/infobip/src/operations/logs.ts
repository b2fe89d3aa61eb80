import type { MessageRecord, Principal, ReportFilter } from '@heliograph/contracts'
import { normaliseNumber, STATUS_GROUPS, statesOfGroup } from '@heliograph/messaging'
import { jsonResponse, type ParameterReader, type Parameters, Problems } from '@heliograph/wire'
import { MAX_MESSAGE_ID_LENGTH } from '../limits.ts'
import type { Call, Operation, Version } from '../operation.ts'
import { queryParameters, readLimit, readQuery, refuseNotKept } from '../query.ts'
import { mapRecordToLog } from '../records.ts'
import type { InfobipContext } from '../services.ts'

/** The status groups that a message can be in, and one that Infobip has in addition: accepted messages are pending. */
const GROUPS = [...Object.keys(STATUS_GROUPS), 'ACCEPTED']

/** Ids in a list of them, each of which is looked up by itself. */
const MAX_IDS = 50

/** The last moment that Postgres and `Date` both write with a four-digit year. */
const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** `GET /sms/3/logs`. */
export const logs3Operation = logsOperation('/sms/3/logs', 3, { from: 'sender', to: 'destination' })

/** `GET /sms/1/logs`. */
export const logs1Operation = logsOperation('/sms/1/logs', 1, { from: 'from', to: 'to' })

/** The names of parameters that differ between versions. */
interface Names {
  readonly from: string
  readonly to: string
}

function logsOperation(path: string, version: Version, names: Names): Operation {
  return {
    method: 'GET',
    path,
    summary: 'Messages with their texts',
    async handle(context, call) {
      const problems = new Problems()
      const query = readQuery(call.request, problems)
      const parameters = queryParameters(call.request)
      refuseNotKept(query)
      const filter = readFilter(query, names, call.principal)
      const ids = readIds(parameters, problems)
      const hasCursor = version === 3 && query.flag('useCursor') === true
      problems.assertNone()
      const { records, next } = await findAll(context, call, filter, ids)
      const nextCursor = next === undefined ? undefined : String(next)
      const cursor = hasCursor ? { limit: filter.limit, nextCursor } : undefined
      return jsonResponse(200, { results: records.map((record) => mapRecordToLog(record, version)), cursor })
    },
  }
}

type Ids = readonly Pick<ReportFilter, 'bulkId' | 'messageId'>[]

interface Found {
  readonly records: readonly MessageRecord[]
  readonly next: number | undefined
}

/** Finds the messages of each id in turn, newest first together. Only a search for at most one id has more pages. */
async function findAll(
  { services }: InfobipContext,
  { principal, request }: Call,
  filter: ReportFilter,
  ids: Ids,
): Promise<Found> {
  const { signal } = request
  if (ids.length <= 1) return services.reports.find(principal, { ...filter, ...ids[0] }, { signal })
  const found = new Map<number, MessageRecord>()
  for (const id of ids) {
    const { records } = await services.reports.find(principal, { ...filter, ...id }, { signal })
    for (const record of records) found.set(record.smsId, record)
  }
  const records = [...found.values()].sort((a, b) => b.smsId - a.smsId)
  return { records: records.slice(0, filter.limit), next: undefined }
}

/** The ids in the query, repeated or separated by commas: those of messages, else those of bulks. */
function readIds(parameters: Parameters, problems: Problems): Ids {
  const messageIds = listOf(parameters, 'messageId', problems)
  const bulkIds = listOf(parameters, 'bulkId', problems)
  if (messageIds.length === 0) return bulkIds.map((bulkId) => ({ bulkId }))
  if (bulkIds.length > 1) problems.add('bulkId', 'must be one where there is a messageId')
  return messageIds.map((messageId) => ({ messageId, bulkId: bulkIds[0] }))
}

function listOf(parameters: Parameters, name: string, problems: Problems): readonly string[] {
  const ids = parameters
    .all(name)
    .flatMap((value) => value.split(',', MAX_IDS + 1))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length > MAX_IDS) problems.add(name, `must not have more than ${MAX_IDS} ids`)
  if (ids.some((id) => id.length > MAX_MESSAGE_ID_LENGTH || id.includes('\0'))) problems.add(name, 'is not an id')
  return ids
}

function readFilter(query: ParameterReader, names: Names, principal: Principal): ReportFilter {
  const from = query.text(names.from, MAX_MESSAGE_ID_LENGTH)
  const to = query.text(names.to, MAX_MESSAGE_ID_LENGTH)
  const number = (text: string) => normaliseNumber(text, 'international', principal.country)
  return {
    from: from === undefined ? undefined : (number(from) ?? from),
    to: to === undefined ? undefined : (number(to) ?? query.problem(names.to, 'must be a phone number')),
    states: readStates(query),
    since: readMoment(query, 'sentSince'),
    until: readMoment(query, 'sentUntil'),
    limit: readLimit(query),
    before: query.integer('cursor', 1, Number.MAX_SAFE_INTEGER),
  }
}

function readStates(query: ParameterReader): ReportFilter['states'] {
  const group = query.text('generalStatus', MAX_MESSAGE_ID_LENGTH)?.toUpperCase()
  if (group === undefined) return undefined
  if (GROUPS.includes(group)) return statesOfGroup(group === 'ACCEPTED' ? 'PENDING' : group)
  return query.problem('generalStatus', `must be one of ${GROUPS.join(', ')}`)
}

/** No message is older than the epoch or younger than year 9999, so moments beyond these limits exclude nothing. */
function readMoment(query: ParameterReader, name: string): Date | undefined {
  const time = query.time(name)
  return time === undefined ? undefined : new Date(Math.min(Math.max(time, 0), LAST_MOMENT_MS))
}
