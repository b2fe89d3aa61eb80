/** Date and time of day, then optionally seconds, a fraction of them and a zone. */
const SHAPE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d):?(\d\d))?$/

const MINUTE_MS = 60_000

/**
 * Reads an ISO 8601 time: `Z`, `+hh:mm`, `+hhmm` or no zone (which means UTC), seconds and their fraction optional. Digits beyond milliseconds are
 * dropped.
 *
 * @returns milliseconds since the epoch, or undefined when the text has another shape or names a moment that does not exist.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = SHAPE.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] =
    match
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return undefined
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const local = new Date(0)
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  local.setUTCHours(Number(hour), Number(minute), Number(second), milliseconds)
  const given = [Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)]
  // A field out of its range moves the others; only an existing moment reads back as it was written.
  if (fieldsOf(local).some((value, index) => value !== given[index])) return undefined
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * MINUTE_MS
  return local.getTime() - (sign === '-' ? -zone : zone)
}

function fieldsOf(date: Date): readonly number[] {
  return [date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
}

/** Writes a time as this interface does, in UTC: `yyyy-MM-ddTHH:mm:ss.SSS+0000`. */
export function formatTimestamp(date: Date): string {
  return `${date.toISOString().slice(0, -1)}+0000`
}
