import { GatewayError, type MessageRecord } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import { FieldReader, jsonResponse, Problems, parseJsonBody } from '@heliograph/wire'
import { MAX_BULK_ID_LENGTH } from '../limits.ts'
import type { Call, Operation } from '../operation.ts'
import { readQuery } from '../query.ts'
import { timeOf } from '../records.ts'
import type { InfobipContext } from '../services.ts'
import { readSendTime } from '../wire/fields.ts'

const BULKS = '/sms/1/bulks'
const STATUS = '/sms/1/bulks/status'

/** Statuses that a client may set. */
const SETTABLE = ['PENDING', 'PAUSED', 'PROCESSING', 'CANCELED', 'FINISHED', 'FAILED'] as const

/** Messages of a bulk that its status is derived from, newest first. */
const LOOKED_AT = 100

/** `GET /sms/1/bulks`. */
export const bulkOperation: Operation = {
  method: 'GET',
  path: BULKS,
  summary: 'When a bulk is sent',
  async handle(context, call) {
    const bulkId = readBulkId(call)
    const [scheduled] = await context.services.schedules.list(call.principal, bulkId)
    const [record] = scheduled === undefined ? await findRecords(context, call, bulkId) : []
    const sendAt = scheduled?.sendAt ?? record?.scheduledAt ?? null
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
  async handle(context, call) {
    const bulkId = readBulkId(call)
    return jsonResponse(200, { bulkId, status: await findStatus(context, call, bulkId) })
  },
}

/** `PUT /sms/1/bulks/status`. */
export const changeBulkStatusOperation: Operation = {
  method: 'PUT',
  path: STATUS,
  summary: 'Cancel a bulk',
  async handle(context, call) {
    const bulkId = readBulkId(call)
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(call.request), '', problems)
    if (fields.value('status') == null) fields.problem('status', 'is required')
    const wanted = fields.choice('status', SETTABLE)
    if (wanted === 'PAUSED') fields.problem('status', 'cannot be PAUSED here')
    problems.assertNone()
    if (wanted === 'CANCELED') {
      await foundBulk(context.services.schedules.cancel(call.principal, bulkId))
      return jsonResponse(200, { bulkId, status: wanted })
    }
    const status = await findStatus(context, call, bulkId)
    if (status !== wanted) throw new GatewayError('invalid', 'bulk-status', `The bulk is ${status}`)
    return jsonResponse(200, { bulkId, status })
  },
}

function readBulkId({ request }: Call): string {
  const problems = new Problems()
  const bulkId = readQuery(request, problems).requiredText('bulkId', MAX_BULK_ID_LENGTH) ?? ''
  problems.assertNone()
  return bulkId
}

/** The status of a bulk by its messages. Throws `not-found`. */
async function findStatus(context: InfobipContext, call: Call, bulkId: string): Promise<(typeof SETTABLE)[number]> {
  const scheduled = await context.services.schedules.list(call.principal, bulkId)
  if (scheduled.length > 0) return 'PENDING'
  const records = await findRecords(context, call, bulkId)
  if (records.length === 0) throw notFound()
  if (records.every(({ state }) => state === 'cancelled')) return 'CANCELED'
  return records.every(({ state }) => isFinal(state)) ? 'FINISHED' : 'PROCESSING'
}

async function findRecords(
  { services }: InfobipContext,
  { principal, request }: Call,
  bulkId: string,
): Promise<readonly MessageRecord[]> {
  const { signal } = request
  return (await services.reports.find(principal, { bulkId, limit: LOOKED_AT }, { signal })).records
}

/** Words the error for a bulk of which nothing is scheduled as Infobip does. */
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
