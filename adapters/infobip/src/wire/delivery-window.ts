import type { DeliveryWindow, Weekday } from '@heliograph/contracts'
import { windowProblems } from '@heliograph/messaging'
import type { FieldReader } from '@heliograph/wire'

/** The days as the interface names them, from Monday on. */
const DAYS: readonly unknown[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

/** What days without hours mean: a window ends before the next day's begins, so the last minute is not in it. */
const WHOLE_DAY = { from: '00:00', to: '23:59' } as const

/** Reads `deliveryTimeWindow`. Its hours are in UTC, as at Infobip. */
export function readDeliveryWindow(fields: FieldReader | undefined): DeliveryWindow | undefined {
  const window = fields?.object('deliveryTimeWindow')
  if (window === undefined) return undefined
  const days = readDays(window)
  const isWholeDay = window.value('from') == null && window.value('to') == null
  const { from, to } = isWholeDay ? WHOLE_DAY : { from: readTime(window, 'from'), to: readTime(window, 'to') }
  if (from === undefined || to === undefined) return undefined
  const read: DeliveryWindow = { days, from, to, zone: 'UTC' }
  for (const [name, problem] of Object.entries(windowProblems(read))) window.problem(name, problem)
  return read
}

function readDays(window: FieldReader): readonly Weekday[] {
  const days = window.items('days', DAYS.length).map((day) => DAYS.indexOf(day) + 1)
  if (days.includes(0)) window.problem('days', `must be some of ${DAYS.join(', ')}`)
  return days as Weekday[]
}

/** A time of day as `08:30`; undefined when a problem was noted. */
function readTime(window: FieldReader, name: 'from' | 'to'): string | undefined {
  if (window.value(name) == null) return window.problem(name, 'is required, as from and to go together')
  const time = window.object(name)
  if (time === undefined) return undefined
  const hour = readPart(time, 'hour', 23)
  const minute = readPart(time, 'minute', 59)
  return hour === undefined || minute === undefined ? undefined : `${hour}:${minute}`
}

function readPart(time: FieldReader, name: 'hour' | 'minute', most: number): string | undefined {
  if (time.value(name) == null) return time.problem(name, 'is required')
  return time.integer(name, 0, most)?.toString().padStart(2, '0')
}
