import type { DayWindow, Weekday } from '@heliograph/contracts'
import type { TimeZone } from './time-zone.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** A window on one day: moments, the first within it and the first after it. */
export interface Opening {
  readonly from: number
  readonly to: number
}

/** Whether a text is a time of day, such as `08:00`. */
export function isTimeOfDay(text: string): boolean {
  return TIME.test(text)
}

/** The opening of a window that a moment lies in; undefined: it lies in none. Pure. */
export function openingAt({ days, from, to }: DayWindow, zone: TimeZone, moment: number): Opening | undefined {
  const today = Math.floor(zone.wallAt(moment) / DAY_MS) * DAY_MS
  const length = dailyLength({ from, to })
  for (const day of [today, today - DAY_MS]) {
    if (!days.includes(weekdayOf(day))) continue
    const start = day + timeOf(from)
    // Moments, since clocks that are put back show some of its times again before they show its end.
    const opening = { from: zone.momentOf(start), to: zone.momentOf(start + length) }
    if (opening.from <= moment && moment < opening.to) return opening
  }
  return undefined
}

/** How long a window is open on one of its days, in milliseconds. */
export function dailyLength({ from, to }: Pick<DayWindow, 'from' | 'to'>): number {
  const length = timeOf(to) - timeOf(from)
  return length > 0 ? length : length + DAY_MS
}

/** A window opens within so many days of any moment. */
const WEEK = 7

/** The first moment of the next opening of a window after a moment that lies in none. Pure. */
export function nextOpening({ days, from }: DayWindow, zone: TimeZone, moment: number): number {
  const today = Math.floor(zone.wallAt(moment) / DAY_MS) * DAY_MS
  for (let ahead = 0; ahead <= WEEK; ahead += 1) {
    const day = today + ahead * DAY_MS
    const opens = days.includes(weekdayOf(day)) ? zone.momentOf(day + timeOf(from)) : moment
    if (opens > moment) return opens
  }
  throw new RangeError('A window needs a day')
}

/** Milliseconds since midnight. */
function timeOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}

/** The first day of the epoch was a Thursday. */
function weekdayOf(day: number): Weekday {
  return (((((Math.floor(day / DAY_MS) + 3) % 7) + 7) % 7) + 1) as Weekday
}
