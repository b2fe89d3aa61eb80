import type { DeliveryWindow, Weekday } from '@heliograph/contracts'
import { windowProblems } from '@heliograph/messaging'
import type { FieldReader } from '@heliograph/wire'

/** The days as the interface names them, from Monday on. */
export const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

const TIME_PROBLEM = 'must be an object with hour and minute'

/** Reads `deliveryTimeWindow` of a message. */
export function readDeliveryWindow(message: FieldReader): DeliveryWindow | undefined {
  const fields = message.object('deliveryTimeWindow')
  if (fields === undefined) return undefined
  const window = {
    days: readDays(fields),
    from: readTime(fields, 'from'),
    to: readTime(fields, 'to'),
    zone: fields.string('timeZone') ?? 'UTC',
  }
  const { zone, ...problems } = windowProblems(window)
  if (zone !== undefined) fields.problem('timeZone', zone)
  for (const [name, problem] of Object.entries(problems)) fields.problem(name, problem)
  return window
}

function readDays(fields: FieldReader): readonly Weekday[] {
  const days = fields.items('days', DAYS.length).map((day) => DAYS.indexOf(day as (typeof DAYS)[number]) + 1)
  if (days.includes(0)) fields.problem('days', `must be some of ${DAYS.join(', ')}`)
  return days as Weekday[]
}

/** A time of day as `08:30`; empty when a problem was noted. */
function readTime(fields: FieldReader, name: string): string {
  const time = fields.object(name)
  if (time === undefined) return fields.problem(name, TIME_PROBLEM) ?? ''
  const hour = time.integer('hour', 0, 23) ?? time.problem('hour', 'is required')
  const minute = time.integer('minute', 0, 59) ?? time.problem('minute', 'is required')
  const isRead = hour !== undefined && minute !== undefined
  // Any time, so that this one is named once and no other problem is made of it.
  return isRead
    ? [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
    : name === 'from'
      ? '00:00'
      : '00:01'
}
