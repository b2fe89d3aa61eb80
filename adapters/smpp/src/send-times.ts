import { parseSmppTime, STATUS } from '@heliograph/smpp'
import { StatusError } from './status-error.ts'

/** When a message goes out, and for how long after that it is worth sending. */
export interface SendTimes {
  readonly sendAt: Date | undefined
  readonly validitySeconds: number | undefined
}

const NO_TIMES: SendTimes = { sendAt: undefined, validitySeconds: undefined }
const MAX_AHEAD_MS = 180 * 24 * 3_600_000
const MAX_VALIDITY_SECONDS = 7 * 24 * 3_600

/**
 * Reads `schedule_delivery_time` and `validity_period` (SMPP 3.4 section 7.1.1). A schedule in the past means now; a
 * validity above 7 days is cut to 7 days. `scheduled` is the time when the message goes out if `schedule` is empty.
 * Throws `StatusError`: ESME_RINVSCHED for a schedule that cannot be read or is more than 180 days ahead,
 * ESME_RINVEXPIRY for a validity that cannot be read or ends before the message goes out.
 */
export function readSendTimes(schedule: string, validity: string, nowMs: number, scheduled?: Date): SendTimes {
  if (schedule === '' && validity === '') return NO_TIMES
  const now = new Date(nowMs)
  const sendAt = schedule === '' ? undefined : readTime(schedule, now, STATUS.RINVSCHED)
  if (sendAt !== undefined && sendAt.getTime() - nowMs > MAX_AHEAD_MS) throw new StatusError(STATUS.RINVSCHED)
  if (validity === '') return { sendAt, validitySeconds: undefined }
  const validUntil = readTime(validity, now, STATUS.RINVEXPIRY)
  const leavesAt = Math.max(nowMs, (sendAt ?? scheduled)?.getTime() ?? nowMs)
  const seconds = Math.floor((validUntil.getTime() - leavesAt) / 1_000)
  if (seconds < 1) throw new StatusError(STATUS.RINVEXPIRY)
  return { sendAt, validitySeconds: Math.min(seconds, MAX_VALIDITY_SECONDS) }
}

function readTime(text: string, now: Date, status: number): Date {
  const time = parseSmppTime(text, now)
  if (time === undefined) throw new StatusError(status)
  return time
}
