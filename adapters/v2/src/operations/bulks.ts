import { GatewayError, type ScheduledBulk } from '@heliograph/contracts'
import { FieldReader, formatTimestamp, type ParameterReader, Problems, parseJsonBody } from '@heliograph/wire'
import { Type } from 'typebox'
import { bulkSchema, bulksResultSchema, cancelResultSchema } from '../answer-schemas.ts'
import { readId, readRequiredSendTime } from '../fields.ts'
import type { Operation } from '../operation.ts'
import { readQuery, readText } from '../query.ts'
import { bulkIdParameter } from '../query-schemas.ts'
import { cancelRequestSchema, rescheduleRequestSchema } from '../request-schemas.ts'

const path = '/sms/2/bulks'
const EXAMPLE = { bulkId: 'newsletter-31', sendAt: '2030-01-31T08:15:00.000+0000' }

/** `GET /sms/2/bulks`. */
export const listBulksOperation: Operation = {
  method: 'GET',
  path,
  id: 'listBulks',
  summary: 'List scheduled bulks',
  description: 'Lists bulks with scheduled messages, soonest first. With `bulkId`, only that one.',
  query: Type.Object({ bulkId: bulkIdParameter }),
  answer: { schema: bulksResultSchema, example: { bulks: [EXAMPLE] } },
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, request }) {
    const problems = new Problems()
    const bulkId = readText(readQuery(request, problems), 'bulkId')
    problems.assertNone()
    const bulks = await services.schedules.list(principal, bulkId)
    if (bulkId !== undefined && bulks.length === 0) {
      throw new GatewayError('not-found', 'bulk-not-found', 'There is no scheduled bulk with this bulkId')
    }
    return { bulks: bulks.map(mapBulk) }
  },
}

/** `PUT /sms/2/bulks`. */
export const rescheduleBulkOperation: Operation = {
  method: 'PUT',
  path,
  id: 'rescheduleBulk',
  summary: 'Reschedule a bulk',
  description: 'Reschedules the messages of a bulk that are still scheduled. Name the bulk in the query or the body.',
  query: Type.Object({ bulkId: bulkIdParameter }),
  body: { schema: rescheduleRequestSchema, required: true, example: { sendAt: '2030-01-31T08:15:00Z' } },
  answer: { schema: bulkSchema, example: EXAMPLE },
  errors: ['not-found', 'too-large'],
  async handle({ services, clock }, { principal, request }) {
    const now = clock.now()
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(request), '', problems)
    const bulkId = readBulkId(readQuery(request, problems), fields)
    const sendAt = readRequiredSendTime(fields, 'sendAt', now)?.getTime() ?? now
    problems.assertNone()
    return mapBulk(await services.schedules.reschedule(principal, bulkId, new Date(Math.max(sendAt, now))))
  },
}

/** `DELETE /sms/2/bulks`. */
export const cancelBulkOperation: Operation = {
  method: 'DELETE',
  path,
  id: 'cancelBulk',
  summary: 'Cancel a bulk',
  description: 'Cancels the messages of a bulk that are still scheduled. Name the bulk in the query or the body.',
  query: Type.Object({ bulkId: bulkIdParameter }),
  body: { schema: cancelRequestSchema, required: false, example: { bulkId: EXAMPLE.bulkId } },
  answer: { schema: cancelResultSchema, example: { bulkId: EXAMPLE.bulkId, status: 'CANCELED' } },
  errors: ['not-found', 'too-large'],
  async handle({ services }, { principal, request }) {
    const problems = new Problems()
    const query = readQuery(request, problems)
    // A DELETE rarely has a body; it only matters when it is there and the query does not name the bulk.
    const needsBody = request.body.length > 0 && !query.has('bulkId')
    const fields = new FieldReader(needsBody ? parseJsonBody(request) : {}, '', problems)
    const bulkId = readBulkId(query, fields)
    problems.assertNone()
    await services.schedules.cancel(principal, bulkId)
    return { bulkId, status: 'CANCELED' }
  },
}

/** Returns the id of the bulk, from the query or else from the body. Empty when a problem was noted. */
export function readBulkId(query: ParameterReader, fields: FieldReader): string {
  if (query.has('bulkId')) return readText(query, 'bulkId') ?? ''
  return readId(fields, 'bulkId') ?? fields.problem('bulkId', 'is required') ?? ''
}

function mapBulk({ bulkId, sendAt }: ScheduledBulk) {
  return { bulkId, sendAt: formatTimestamp(sendAt) }
}
