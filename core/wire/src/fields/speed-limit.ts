import type { SpeedLimit } from '@heliograph/contracts'
import { MAX_SPEED_PARTS } from '@heliograph/messaging'
import type { FieldReader } from './field-reader.ts'

/** Seconds of each `timeUnit`. */
const UNITS = { MINUTE: 60, HOUR: 3_600, DAY: 86_400 } as const
export const SPEED_UNITS = Object.keys(UNITS) as (keyof typeof UNITS)[]

/** Reads `sendingSpeedLimit`: `{"amount": 60, "timeUnit": "HOUR"}`, by default of a minute. */
export function readSpeedLimit(fields: FieldReader | undefined): SpeedLimit | undefined {
  const limit = fields?.object('sendingSpeedLimit')
  if (limit === undefined) return undefined
  if (limit.value('amount') == null) return limit.problem('amount', 'is required')
  const parts = limit.integer('amount', 1, MAX_SPEED_PARTS)
  const seconds = UNITS[limit.choice('timeUnit', SPEED_UNITS) ?? 'MINUTE']
  return parts === undefined ? undefined : { parts, seconds }
}
