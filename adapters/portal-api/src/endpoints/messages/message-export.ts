import { type MessageRecord, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { type CsvColumns, csvHeaders, pagesAsCsv } from '../../csv-files.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { messageFilterFields, readFilter } from './message-filter.ts'
import { formatMessageError } from './message-schemas.ts'

/** Messages that are in memory at once. */
const PAGE = 1_000

const COLUMNS: CsvColumns<MessageRecord> = {
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
}

const exportMessages = defineEndpoint({
  method: 'GET',
  path: '/messages.csv',
  id: 'exportMessages',
  summary: 'Export messages as CSV',
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
    const next = (before: number) => services.reports.find(principal, { ...filter, before }, { signal })
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return {
      response: {
        status: 200,
        headers: csvHeaders(`messages-${day}.csv`),
        stream: { pieces: pagesAsCsv(COLUMNS, first, next) },
      },
    }
  },
})

/** The list of messages as a file. */
export const messageExportEndpoints = [exportMessages]
