import { GatewayError, type MessageRecord, type Principal, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { type Call, defineEndpoint } from '../../endpoint.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'
import { causesSchema, formatCauses } from '../waiting-schemas.ts'
import { messageFilterFields, readFilter } from './message-filter.ts'
import { formatEntry, formatMessage, historyEntrySchema, messageSchema } from './message-schemas.ts'

/**
 * A search returns what it has found within this time; pages then continue on their own. Long enough for 80,000
 * messages or so, too short to be noticed.
 */
const PATIENCE_MS = 150

const listMessages = defineEndpoint({
  method: 'GET',
  path: '/messages',
  id: 'listMessages',
  summary: 'List messages, newest first',
  roles: ROLES,
  query: Type.Object({
    ...messageFilterFields,
    cursor: numberCursor,
    limit: pageLimit(200, 50),
  }),
  answer: Type.Object(
    {
      records: Type.Array(messageSchema),
      next: nullable(
        Type.Integer(),
        'Cursor for the next page, null if this is the last. A page may have fewer messages than `limit`, or none, and still be followed by another: where matches are rare, the search continues there.',
      ),
    },
    { title: 'MessageList' },
  ),
  errors: ['invalid', 'forbidden'],
  async handle({ services }, { principal, query, request }) {
    const { cursor: before, limit = 50, ...conditions } = query
    const filter = { ...readFilter(principal, conditions), before, limit, patienceMs: PATIENCE_MS }
    const { records, next = null } = await services.reports.find(principal, filter, { signal: request.signal })
    return { records: records.map(formatMessage), next }
  },
})

export const messageParams = Type.Object({ smsId: Type.Integer() })

const getMessage = defineEndpoint({
  method: 'GET',
  path: '/messages/:smsId',
  id: 'getMessage',
  summary: 'Get a message',
  roles: ROLES,
  params: messageParams,
  answer: messageSchema,
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, params, request }) {
    const isOperator = principal.role === 'operator'
    return formatMessage(await findMessage(services, principal, params.smsId, { isOperator, request }))
  },
})

const getMessageHistory = defineEndpoint({
  method: 'GET',
  path: '/messages/:smsId/history',
  id: 'getMessageHistory',
  summary: 'List the history of a message, oldest first',
  roles: ROLES,
  params: messageParams,
  answer: Type.Object(
    { records: Type.Array(historyEntrySchema), next: nullable(Type.Integer()) },
    { title: 'MessageHistory' },
  ),
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, params, request }) {
    const history = await services.history.of(principal, params.smsId, { signal: request.signal })
    if (history === undefined) throw noMessage()
    return { records: history.map(formatEntry), next: null }
  },
})

const getMessageWaiting = defineEndpoint({
  method: 'GET',
  path: '/messages/:smsId/waiting',
  id: 'getMessageWaiting',
  summary: 'Explain why a message is still waiting',
  roles: ROLES,
  params: messageParams,
  answer: Type.Object({ causes: causesSchema }, { title: 'MessageWaiting' }),
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, params, request }) {
    const causes = await services.waiting.ofMessage(principal, params.smsId, { signal: request.signal })
    return { causes: formatCauses(causes ?? raise(noMessage())) }
  },
})

/** A message of the principal's client or, for operators who only read it, of any client. Throws `not-found`. */
export async function findMessage(
  { reports }: Pick<PortalServices, 'reports'>,
  principal: Principal,
  smsId: number,
  { isOperator = false, request }: { readonly isOperator?: boolean } & Pick<Call, 'request'>,
): Promise<MessageRecord> {
  const filter = { smsId, limit: 1, allClients: isOperator }
  const [record] = (await reports.find(principal, filter, { signal: request.signal })).records
  return record ?? raise(noMessage())
}

function noMessage(): GatewayError {
  return new GatewayError('not-found', 'message-not-found', 'There is no such message, or it has been deleted')
}

function raise(error: GatewayError): never {
  throw error
}

/** Finding messages and what became of them. */
export const messageEndpoints = [listMessages, getMessage, getMessageHistory, getMessageWaiting]
