import { GatewayError } from '@heliograph/contracts'
import {
  BULK_CHANGES,
  BULK_STATUSES,
  type BulkStatus,
  FieldReader,
  jsonResponse,
  Problems,
  parseJsonBody,
} from '@heliograph/wire'
import { MAX_BULK_ID_LENGTH } from '../limits.ts'
import type { Call, Operation } from '../operation.ts'
import { readQuery } from '../query.ts'
import { timeOf } from '../records.ts'
import type { InfobipContext, InfobipServices } from '../services.ts'
import { readSendTime } from '../wire/fields.ts'

const BULKS = '/sms/1/bulks'
const STATUS = '/sms/1/bulks/status'

/** `GET /sms/1/bulks`. */
export const bulkOperation: Operation = {
  method: 'GET',
  path: BULKS,
  summary: 'When a bulk is sent',
  async handle(context, call) {
    const bulkId = readBulkId(call)
    const [scheduled] = await context.services.schedules.list(call.principal, bulkId)
    const sendAt = scheduled?.sendAt ?? (await findPastTime(context, call, bulkId))
    if (sendAt === null) throw notFound()
    return jsonResponse(200, { bulkId, sendAt: timeOf(sendAt) })
  },
}

/** `PUT /sms/1/bulks`. */
export const rescheduleBulkOperation: Operation = {
  method: 'PUT',
  path: BULKS,
  summary: 'Send a bulk at another time',
  async handle({ clock, services }, call) {
    const bulkId = readBulkId(call)
    const nowMs = clock.now()
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(call.request), '', problems)
    if (fields.value('sendAt') == null) fields.problem('sendAt', 'is required')
    const time = readSendTime(fields, nowMs)?.getTime() ?? nowMs
    problems.assertNone()
    const moved = await foundBulk(
      services.schedules.reschedule(call.principal, bulkId, new Date(Math.max(time, nowMs))),
    )
    return jsonResponse(200, { bulkId, sendAt: timeOf(moved.sendAt) })
  },
}

/** `GET /sms/1/bulks/status`. */
export const bulkStatusOperation: Operation = {
  method: 'GET',
  path: STATUS,
  summary: 'Where a bulk stands',
  async handle({ services }, call) {
    const bulkId = readBulkId(call)
    return jsonResponse(200, { bulkId, status: await findStatus(services, call, bulkId) })
  },
}

/** `PUT /sms/1/bulks/status`. */
export const changeBulkStatusOperation: Operation = {
  method: 'PUT',
  path: STATUS,
  summary: 'Pause, resume or cancel a bulk',
  async handle({ services }, call) {
    const bulkId = readBulkId(call)
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(call.request), '', problems)
    if (fields.value('status') == null) fields.problem('status', 'is required')
    const wanted = fields.choice('status', Object.values(BULK_STATUSES))
    problems.assertNone()
    const change = BULK_CHANGES[wanted as BulkStatus]
    if (change !== undefined) await foundBulk(services.schedules[change](call.principal, bulkId))
    // Messages that a network has may give the bulk another status; those that waited do not go out, as was asked.
    if (change === 'pause' || change === 'cancel') return jsonResponse(200, { bulkId, status: wanted })
    const status = await findStatus(services, call, bulkId)
    const goesOn = change === 'resume' && BULK_CHANGES[status] === 'resume'
    if (status !== wanted && !goesOn) throw new GatewayError('invalid', 'bulk-status', `The bulk is ${status}`)
    return jsonResponse(200, { bulkId, status })
  },
}

function readBulkId({ request }: Call): string {
  const problems = new Problems()
  const bulkId = readQuery(request, problems).requiredText('bulkId', MAX_BULK_ID_LENGTH) ?? ''
  problems.assertNone()
  return bulkId
}

/** Throws `not-found`. */
async function findStatus({ schedules }: InfobipServices, { principal }: Call, bulkId: string): Promise<BulkStatus> {
  return BULK_STATUSES[await foundBulk(schedules.state(principal, bulkId))]
}

/** The time of a bulk of which nothing is scheduled any more. */
async function findPastTime({ services }: InfobipContext, { principal, request }: Call, bulkId: string) {
  const { signal } = request
  const { records } = await services.reports.find(principal, { bulkId, limit: 1 }, { signal })
  return records[0]?.scheduledAt ?? null
}

/** Words the error for a bulk that there is not, or of which nothing waits, as Infobip does. */
async function foundBulk<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (error instanceof GatewayError && error.category === 'not-found') throw notFound()
    throw error
  }
}

function notFound(): GatewayError {
  return new GatewayError('not-found', 'bulk-not-found', 'Bulk not found')
}
