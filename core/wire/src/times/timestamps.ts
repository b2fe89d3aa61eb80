import { existingMoment } from './moment.ts'

/** Date and time of day, then optionally seconds, a fraction of them and a zone. */
const SHAPE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d\d):?(\d\d))?$/

const MINUTE_MS = 60_000

/** A time as written: the wall-clock time and its distance from UTC. */
export interface WrittenTime {
  /** The date and time of day as written, as if they were UTC: milliseconds since the epoch. */
  readonly wallClock: number
  /** Minutes ahead of UTC; undefined when no zone was written. */
  readonly offset: number | undefined
}

/**
 * Reads an ISO 8601 time: `Z`, `+hh:mm`, `+hhmm` or no zone (which means UTC), seconds and their fraction optional.
 * Digits beyond milliseconds are dropped.
 *
 * @returns milliseconds since the epoch, or undefined when the text has another shape or names a moment that does not
 * exist.
 */
export function parseTimestamp(text: string): number | undefined {
  const written = parseWrittenTime(text)
  return written === undefined ? undefined : written.wallClock - (written.offset ?? 0) * MINUTE_MS
}

/**
 * Reads a time by the rules of `parseTimestamp`, for callers that must show it as written, or that have a zone for
 * times without one.
 *
 * @returns undefined when the text has another shape or names a moment that does not exist.
 */
export function parseWrittenTime(text: string): WrittenTime | undefined {
  const match = SHAPE.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '', utc, sign, zoneHours = '0', zoneMinutes = '0'] =
    match
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return undefined
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const wallClock = existingMoment(
    [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)],
    milliseconds,
  )
  if (wallClock === undefined) return undefined
  if (sign === undefined) return { wallClock, offset: utc === undefined ? undefined : 0 }
  const offset = Number(zoneHours) * 60 + Number(zoneMinutes)
  return { wallClock, offset: sign === '-' ? -offset : offset }
}

/** Writes a time in the form of the v2 interface, in UTC: `yyyy-MM-ddTHH:mm:ss.SSS+0000`. */
export function formatTimestamp(date: Date): string {
  return `${date.toISOString().slice(0, -1)}+0000`
}
