import { type Clock, GatewayError } from '@heliograph/contracts'
import { parseTimestamp } from '@heliograph/wire'

/**
 * The time in a field. Throws `invalid`/`invalid-request` for one that does not exist, such as a leap second, which the
 * format of the schema allows.
 */
export function momentOf<T extends string | undefined>(field: string, text: T): T extends string ? Date : undefined
export function momentOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = parseTimestamp(text)
  if (moment !== undefined) return new Date(moment)
  const details = { [field]: 'must be a moment that exists' }
  throw new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', { details })
}

/** A time may have passed by this much and means now: clocks differ, and a request takes a while. */
const LEEWAY_MS = 60_000

/**
 * The time in a field at which something is to be sent. Throws like `momentOf`, and `invalid`/`time-passed` for one
 * that has passed.
 */
export function futureMoment<T extends string | undefined>(
  clock: Clock,
  field: string,
  text: T,
): T extends string ? Date : undefined
export function futureMoment(clock: Clock, field: string, text: string | undefined): Date | undefined {
  const moment = momentOf(field, text)
  if (moment === undefined) return undefined
  const now = clock.now()
  if (moment.getTime() >= now) return moment
  if (moment.getTime() >= now - LEEWAY_MS) return new Date(now)
  const details = { [field]: 'must be in the future' }
  throw new GatewayError('invalid', 'time-passed', 'This time has passed', { details })
}
