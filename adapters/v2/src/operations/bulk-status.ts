import type { Principal } from '@heliograph/contracts'
import { BULK_CHANGES, BULK_STATUSES, type BulkStatus, FieldReader, Problems, parseJsonBody } from '@heliograph/wire'
import { Type } from 'typebox'
import { bulkStatusSchema } from '../answer-schemas.ts'
import { readId } from '../fields.ts'
import type { Operation } from '../operation.ts'
import { readQuery, readText } from '../query.ts'
import { bulkIdParameter } from '../query-schemas.ts'
import { bulkStatusRequestSchema } from '../request-schemas.ts'
import type { V2Services } from '../services.ts'
import { readBulkId } from './bulks.ts'

const path = '/sms/2/bulks/status'
const EXAMPLE = { bulkId: 'newsletter-31', status: 'PAUSED' }

/** What a client may want it to be. */
const WANTED = Object.keys(BULK_CHANGES) as BulkStatus[]

/** `GET /sms/2/bulks/status`. */
export const bulkStatusOperation: Operation = {
  method: 'GET',
  path,
  id: 'getBulkStatus',
  summary: 'Get the status of a bulk',
  description:
    '`PENDING`: all of its messages are scheduled. `PAUSED`: those not yet submitted to a network wait. ' +
    '`PROCESSING`: some are on their way. `FINISHED`: none waits any more; `CANCELED` and `FAILED`: nor was any sent.',
  query: Type.Object({ bulkId: bulkIdParameter }),
  answer: { schema: bulkStatusSchema, example: EXAMPLE },
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, request }) {
    const problems = new Problems()
    const bulkId = readText(readQuery(request, problems), 'bulkId')
    if (bulkId === undefined) problems.add('bulkId', 'is required')
    problems.assertNone()
    return statusOf(services, principal, bulkId as string)
  },
}

/** `PUT /sms/2/bulks/status`. */
export const setBulkStatusOperation: Operation = {
  method: 'PUT',
  path,
  id: 'setBulkStatus',
  summary: 'Pause, resume or cancel a bulk',
  description:
    '`PAUSED` holds back all messages not yet submitted to a network, `PROCESSING` or `PENDING` releases them, and ' +
    '`CANCELED` cancels the scheduled ones, or all of them if the bulk is paused. Their validity keeps running while ' +
    'they are held. Returns the resulting status.',
  query: Type.Object({ bulkId: bulkIdParameter }),
  body: { schema: bulkStatusRequestSchema, required: true, example: { status: 'PAUSED' } },
  answer: { schema: bulkStatusSchema, example: EXAMPLE },
  errors: ['not-found', 'too-large'],
  async handle({ services }, { principal, request }) {
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(request), '', problems)
    const bulkId = readBulkId(readQuery(request, problems), fields)
    const change = readChange(fields)
    problems.assertNone()
    if (change !== undefined) await services.schedules[change](principal, bulkId)
    return statusOf(services, principal, bulkId)
  },
}

/** What the client wants to be done; undefined when a problem was noted. */
function readChange(fields: FieldReader) {
  const status = readId(fields, 'status')
  const wanted = WANTED.find((name) => name === status)
  return wanted === undefined ? fields.problem('status', `must be one of ${WANTED.join(', ')}`) : BULK_CHANGES[wanted]
}

async function statusOf({ schedules }: Pick<V2Services, 'schedules'>, principal: Principal, bulkId: string) {
  return { bulkId, status: BULK_STATUSES[await schedules.state(principal, bulkId)] }
}
