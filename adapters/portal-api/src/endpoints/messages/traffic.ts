import { type Principal, ROLES } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { type CsvColumns, csvHeaders, pagesAsCsv } from '../../csv-files.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'
import { mergeTraffic, type TrafficEntry, type TrafficPage } from './merge-traffic.ts'
import { messageFilterFields, readFilter, readReceivedFilter } from './message-filter.ts'
import { formatMessageError } from './message-schemas.ts'
import { formatTraffic, trafficSchema } from './traffic-schemas.ts'

/** As long as a search for messages: see `listMessages`. */
const PATIENCE_MS = 150

/** Entries that are in memory at once. */
const PAGE = 1_000

const conditions = Type.Object({
  ...messageFilterFields,
  direction: Type.Enum(['received', 'both'], {
    description:
      'For incoming SMS, `to` is the contact who sent it, `from` the number it was sent to and `smsId` its id. Filters that apply only to sent messages exclude incoming ones.',
  }),
})

type Conditions = Static<typeof conditions>

interface PageOptions {
  readonly before: number | undefined
  readonly limit: number
  readonly patienceMs?: number
  readonly signal: AbortSignal
}

const listTraffic = defineEndpoint({
  method: 'GET',
  path: '/traffic',
  id: 'listTraffic',
  summary: 'List incoming SMS, alone or together with sent messages, newest first',
  roles: ROLES,
  query: Type.Object({
    ...conditions.properties,
    cursor: numberCursor,
    limit: pageLimit(200, 50),
  }),
  answer: Type.Object(
    {
      records: Type.Array(trafficSchema),
      next: nullable(Type.Integer(), 'Cursor for the next page, as for `listMessages`.'),
    },
    { title: 'TrafficList' },
  ),
  errors: ['invalid', 'forbidden'],
  async handle({ services }, { principal, query, request }) {
    const { cursor: before, limit = 50, ...given } = query
    const options = { before, limit, patienceMs: PATIENCE_MS, signal: request.signal }
    const { records, next = null } = await findTraffic(services, principal, given, options)
    return { records: records.map(formatTraffic), next }
  },
})

const COLUMNS: CsvColumns<TrafficEntry> = {
  direction: ({ direction }) => direction,
  id: ({ id }) => id,
  clientId: (entry) => (entry.direction === 'sent' ? entry.message.clientId : entry.received.clientId),
  at: (entry) => (entry.direction === 'sent' ? entry.message.acceptedAt : entry.received.receivedAt).toISOString(),
  from: (entry) => (entry.direction === 'sent' ? entry.message.from : entry.received.from),
  to: (entry) => (entry.direction === 'sent' ? entry.message.to : entry.received.to),
  text: (entry) => (entry.direction === 'sent' ? entry.message.text : entry.received.text),
  parts: (entry) => (entry.direction === 'sent' ? entry.message.parts : null),
  state: (entry) => (entry.direction === 'sent' ? entry.message.state : null),
  error: (entry) =>
    entry.direction === 'sent' ? (formatMessageError(entry.message.errorId)?.description ?? null) : null,
}

const exportTraffic = defineEndpoint({
  method: 'GET',
  path: '/traffic.csv',
  id: 'exportTraffic',
  summary: 'Export incoming SMS and sent messages as CSV',
  roles: ROLES,
  query: conditions,
  errors: ['invalid', 'forbidden'],
  act: {
    action: 'messages-exported',
    by: 'anyone',
    subject: ({ query }) => (query.everyClient ? 'messages of all clients' : 'messages'),
  },
  async handle({ services, clock }, { principal, query, request }) {
    const load = (before?: number) =>
      findTraffic(services, principal, query, { before, limit: PAGE, signal: request.signal })
    // The first page is read before the head of the response is sent, so that an error can still be reported.
    const first = await load()
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return {
      response: {
        status: 200,
        headers: csvHeaders(`messages-${query.direction}-${day}.csv`),
        stream: { pieces: pagesAsCsv(COLUMNS, first, load) },
      },
    }
  },
})

const NONE = { records: [], next: undefined }

async function findTraffic(
  { receivedMessages, reports }: PortalServices,
  principal: Principal,
  { direction, ...query }: Conditions,
  { signal, ...page }: PageOptions,
): Promise<TrafficPage> {
  const received = readReceivedFilter(principal, query)
  const [sent, incoming] = await Promise.all([
    direction === 'both' ? reports.find(principal, { ...readFilter(principal, query), ...page }, { signal }) : NONE,
    received === undefined ? NONE : receivedMessages.find(principal, { ...received, ...page }, { signal }),
  ])
  return mergeTraffic(sent, incoming, page.limit)
}

/** What came in, alone or with what was sent. */
export const trafficEndpoints = [listTraffic, exportTraffic]
