import { existingMoment } from './moment.ts'

const COMPACT = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/

/**
 * Reads `yyyyMMddHHmm` in UTC as milliseconds since the epoch; undefined for another shape or a moment that does not
 * exist.
 */
export function parseCompactTime(text: string): number | undefined {
  const match = COMPACT.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute] = match
  return existingMoment([Number(year), Number(month), Number(day), Number(hour), Number(minute), 0], 0)
}

/** Writes `yyyy-MM-dd HH:mm:ss` in UTC. */
export function formatDateTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}

/** Writes whole seconds since the epoch; `0` when there is no time. */
export function formatUnixTime(date: Date | null): string {
  return date === null ? '0' : String(Math.floor(date.getTime() / 1000))
}
