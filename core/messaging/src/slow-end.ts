import type { DeliveryWindow, SpeedLimit } from '@heliograph/contracts'
import { dailyLength, nextOpening, openingAt } from './day-window.ts'
import { createTimeZone } from './time-zone.ts'

const WEEK_MS = 604_800_000

/** The end of the year 9999: later moments have no common form. */
const LATEST = 253_402_300_799_000

/** What is left of a bulk with a speed limit. */
export interface SlowRest {
  readonly parts: number
  readonly limit: SpeedLimit
  /** Null: it goes at any time. */
  readonly window: DeliveryWindow | null
}

/**
 * When the last part of a bulk that goes on at a moment will have gone, if its links keep up. Milliseconds since the
 * epoch, the end of the year 9999 at the latest. Pure.
 */
export function slowEnd({ parts, limit, window }: SlowRest, from: number): number {
  const length = (parts * limit.seconds * 1_000) / limit.parts
  return Math.min(Math.ceil(window === null ? from + length : endWithin(window, from, length)), LATEST)
}

/** The moment at which a window will have been open for this long. */
function endWithin(window: DeliveryWindow, from: number, length: number): number {
  const zone = createTimeZone(window.zone)
  const openPerWeek = new Set(window.days).size * dailyLength(window)
  const weeks = Math.floor(length / openPerWeek)
  let at = Math.min(from + weeks * WEEK_MS, LATEST)
  let left = length - weeks * openPerWeek
  for (;;) {
    const begin = openingAt(window, zone, at) === undefined ? nextOpening(window, zone, at) : at
    const end = openingAt(window, zone, begin)?.to ?? begin
    if (left <= end - begin) return left === 0 ? at : begin + left
    left -= end - begin
    at = end
  }
}
