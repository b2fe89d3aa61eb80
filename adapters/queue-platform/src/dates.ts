import { parseWrittenTime } from '@heliograph/wire'

const DATE_ONLY = /^\d{4}-\d\d-\d\d$/
const COUNT = /^\d{9,13}$/
/** A count from here on is of milliseconds: as seconds it would be a year beyond 5000. */
const FIRST_MILLISECONDS = 100_000_000_000
const MAX_OTHER = 40

/**
 * Writes a date for people, `Tue 3 Feb 2026 14:30`: as its own clock showed it when it was written with one, in `timeZone` when it is a count of seconds or
 * milliseconds since the epoch. A date without a time stays one, and a text of another form stays as it is.
 */
export function formatVisitDate(value: unknown, timeZone: string): string {
  const text = typeof value === 'number' ? String(Math.trunc(value)) : typeof value === 'string' ? value.trim() : ''
  if (COUNT.test(text)) {
    const count = Number(text)
    return formatIn(timeZone, count < FIRST_MILLISECONDS ? count * 1000 : count, true)
  }
  const isDate = DATE_ONLY.test(text)
  const written = parseWrittenTime(isDate ? `${text}T00:00` : text.replace(' ', 'T'))
  return written === undefined ? text.slice(0, MAX_OTHER) : formatIn('UTC', written.wallClock, !isDate)
}

/** Throws an `Error` for a zone that is not known here. */
export function assertTimeZone(timeZone: string): void {
  try {
    formatIn(timeZone, 0, true)
  } catch (cause) {
    throw new Error(`timeZone: there is no zone '${timeZone}'; give an IANA name, Africa/Johannesburg for one`, {
      cause,
    })
  }
}

function formatIn(timeZone: string, milliseconds: number, withTime: boolean): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]))
  // Some versions of the language data write `Sept`.
  const date = `${parts.weekday} ${parts.day} ${parts.month?.slice(0, 3)} ${parts.year}`
  return withTime ? `${date} ${parts.hour}:${parts.minute}` : date
}
