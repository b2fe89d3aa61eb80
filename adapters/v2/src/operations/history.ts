import { GatewayError, type MessageRecord, type ReportFilter } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { Type } from 'typebox'
import { historyResultSchema, mapEntry } from '../history.ts'
import { MAX_ID_LENGTH } from '../limits.ts'
import type { Call, Operation } from '../operation.ts'
import type { V2Services } from '../services.ts'

/** `GET /sms/2/messages/{messageId}/history`, which is not in the specification. */
export const historyOperation: Operation = {
  method: 'GET',
  path: '/sms/2/messages/:messageId/history',
  id: 'getHistory',
  summary: 'Get the history of a message',
  description:
    'Returns each step of one message in causal order: network responses, receipts, retries, webhooks. Meant for troubleshooting; new events and fields may be added.',
  parameters: Type.Object({
    messageId: Type.String({ description: 'External message ID, or internal SMS ID.' }),
  }),
  answer: {
    schema: historyResultSchema,
    example: {
      smsId: 4711,
      messageId: 'order-4711',
      to: '27821234567',
      status: STATUS_FORMS.delivered.v2,
      history: [
        {
          event: 'accepted',
          at: '2030-01-31T08:15:00.000+0000',
          origin: 'v2',
          smsCount: 1,
          price: { pricePerMessage: 0.05, currency: 'ZAR' },
        },
        { event: 'queued', at: '2030-01-31T08:15:00.000+0000' },
        {
          event: 'answered',
          at: '2030-01-31T08:15:00.120+0000',
          link: 'smsc/main',
          attempt: 1,
          part: 1,
          outcome: 'accepted',
          networkId: '9f8e7d6c',
          networkStatus: null,
        },
        {
          event: 'receipt',
          at: '2030-01-31T08:15:03.000+0000',
          attempt: 1,
          part: 1,
          networkStatus: 'DELIVRD',
          status: STATUS_FORMS.delivered.v2,
          error: null,
        },
        {
          event: 'ended',
          at: '2030-01-31T08:15:03.000+0000',
          networkStatus: 'DELIVRD',
          status: STATUS_FORMS.delivered.v2,
          error: null,
        },
      ],
    },
  },
  errors: ['not-found'],
  async handle({ services }, call) {
    const record = await findRecord(services, call)
    const history = await services.history.of(call.principal, record.smsId, { signal: call.request.signal })
    if (history === undefined) throw noMessage()
    const { smsId, messageId, to, state } = record
    return { smsId, messageId, to, status: STATUS_FORMS[state].v2, history: history.map(mapEntry) }
  },
}

/**
 * Resolves with the message that has this id from the client, else the one with this id from the gateway. Throws
 * `not-found`.
 */
async function findRecord({ reports }: V2Services, { principal, request }: Call): Promise<MessageRecord> {
  const id = request.params.messageId ?? ''
  for (const filter of filtersOf(id)) {
    const [record] = (await reports.find(principal, { ...filter, limit: 1 }, { signal: request.signal })).records
    if (record !== undefined) return record
  }
  throw noMessage()
}

function filtersOf(id: string): readonly Partial<ReportFilter>[] {
  const smsId = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN
  return [
    ...(id.length <= MAX_ID_LENGTH && !id.includes('\0') ? [{ messageId: id }] : []),
    ...(Number.isSafeInteger(smsId) ? [{ smsId }] : []),
  ]
}

function noMessage(): GatewayError {
  return new GatewayError('not-found', 'message-not-found', 'There is no such message')
}
