import { STATUS_FORMS } from '@heliograph/messaging'
import { Problems } from '@heliograph/wire'
import { Type } from 'typebox'
import { reportsResultSchema } from '../answer-schemas.ts'
import type { Operation } from '../operation.ts'
import { readBefore, readLimit, readQuery, readText } from '../query.ts'
import { beforeParameter, limitParameter } from '../query-schemas.ts'
import { mapRecordToReport } from '../records.ts'

/** `GET /sms/2/reports`. */
export const reportsOperation: Operation = {
  method: 'GET',
  path: '/sms/2/reports',
  id: 'getReports',
  summary: 'List delivery reports',
  description:
    'Lists the delivery status of messages, newest first. Filters are combined; without any, the newest messages of the account are listed. Reading a report does not remove it. If the response has `next`, there are more pages; each message is on exactly one.',
  query: Type.Object({
    smsId: Type.Optional(Type.Integer({ minimum: 1, description: 'Filter by internal SMS ID.' })),
    messageId: Type.Optional(Type.String({ description: 'Filter by external message ID.' })),
    bulkId: Type.Optional(Type.String({ description: 'Filter by batch.' })),
    limit: limitParameter,
    before: beforeParameter,
  }),
  answer: {
    schema: reportsResultSchema,
    example: {
      results: [
        {
          smsId: 4711,
          bulkId: null,
          messageId: 'order-4711',
          to: '27821234567',
          sentAt: '2030-01-31T08:15:00.120+0000',
          doneAt: '2030-01-31T08:15:03.480+0000',
          scheduledTime: null,
          smsCount: 1,
          price: { pricePerMessage: 0.05, currency: 'ZAR' },
          statusCode: 2,
          axStatusDesk: 'DELIVRD',
          status: STATUS_FORMS.delivered.v2,
          error: null,
        },
      ],
    },
  },
  errors: ['invalid'],
  async handle({ services }, { principal, request }) {
    const problems = new Problems()
    const query = readQuery(request, problems)
    const filter = {
      smsId: query.integer('smsId', 1, Number.MAX_SAFE_INTEGER),
      messageId: readText(query, 'messageId'),
      bulkId: readText(query, 'bulkId'),
      limit: readLimit(query),
      before: readBefore(query),
    }
    problems.assertNone()
    const { records, next } = await services.reports.find(principal, filter, { signal: request.signal })
    return { results: records.map(mapRecordToReport), next }
  },
}
