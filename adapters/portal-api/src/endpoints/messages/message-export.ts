import { type MessageRecord, type Principal, type ReportFilter, type ReportPage, ROLES } from '@heliograph/contracts'
import { defuseFormula, formatCsv } from '@heliograph/wire'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import type { PortalServices } from '../../services.ts'
import { messageFilterFields, readFilter } from './message-filter.ts'
import { formatMessageError } from './message-schemas.ts'

/** Messages that are in memory at once. */
const PAGE = 1_000

/** The mark by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

type Column = (record: MessageRecord) => string | number | null

const COLUMNS = {
  smsId: ({ smsId }) => smsId,
  clientId: ({ clientId }) => clientId,
  messageId: ({ messageId }) => messageId,
  bulkId: ({ bulkId }) => bulkId,
  reference: ({ reference }) => reference,
  interface: ({ origin }) => origin,
  from: ({ from }) => from,
  to: ({ to }) => to,
  text: ({ text }) => text,
  parts: ({ parts }) => parts,
  price: ({ price }) => price.amount,
  currency: ({ price }) => price.currency,
  priority: ({ priority }) => priority,
  state: ({ state }) => state,
  acceptedAt: ({ acceptedAt }) => acceptedAt.toISOString(),
  scheduledAt: ({ scheduledAt }) => scheduledAt?.toISOString() ?? null,
  submittedAt: ({ submittedAt }) => submittedAt?.toISOString() ?? null,
  doneAt: ({ doneAt }) => doneAt?.toISOString() ?? null,
  networkStatus: ({ networkStatus }) => networkStatus,
  error: ({ errorId }) => formatMessageError(errorId)?.description ?? null,
} as const satisfies Record<string, Column>

const exportMessages = defineEndpoint({
  method: 'GET',
  path: '/messages.csv',
  id: 'exportMessages',
  summary: 'All messages that fit, newest first, as CSV in UTF-8',
  roles: ROLES,
  query: Type.Object(messageFilterFields),
  errors: ['invalid', 'forbidden'],
  act: {
    action: 'messages-exported',
    by: 'anyone',
    subject: ({ query }) => (query.everyClient ? 'messages of all clients' : 'messages'),
  },
  async handle({ services, clock }, { principal, query, request }) {
    const filter = { ...readFilter(principal, query), limit: PAGE }
    const { signal } = request
    // The first page is read before the head of the response is sent, so that an error can still be reported.
    const first = await services.reports.find(principal, filter, { signal })
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return {
      response: {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="messages-${day}.csv"`,
        },
        stream: { pieces: pagesAsCsv(services, principal, { first, filter, signal }) },
      },
    }
  },
})

interface Export {
  readonly first: ReportPage
  readonly filter: ReportFilter
  readonly signal: AbortSignal
}

async function* pagesAsCsv(
  { reports }: Pick<PortalServices, 'reports'>,
  principal: Principal,
  { first, filter, signal }: Export,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsv([Object.keys(COLUMNS)])
  for (let page = first; ; ) {
    if (page.records.length > 0) yield formatCsv(page.records.map(formatRow))
    if (page.next === undefined) return
    page = await reports.find(principal, { ...filter, before: page.next }, { signal })
  }
}

function formatRow(record: MessageRecord): readonly (string | number)[] {
  return Object.values(COLUMNS).map((column: Column) => {
    const value = column(record) ?? ''
    return typeof value === 'string' ? defuseFormula(value) : value
  })
}

/** The list of messages as a file. */
export const messageExportEndpoints = [exportMessages]
