/** Year, month from 1, day, hour, minute, second. */
export type MomentFields = readonly [number, number, number, number, number, number]

/** The moment of these fields in UTC, in milliseconds since the epoch; undefined when there is no such moment. */
export function existingMoment(fields: MomentFields, milliseconds: number): number | undefined {
  const [year, month, day, hour, minute, second] = fields
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, milliseconds)
  // A field out of its range moves the others; only an existing moment reads back as it was written.
  const isThere =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  return isThere ? date.getTime() : undefined
}
