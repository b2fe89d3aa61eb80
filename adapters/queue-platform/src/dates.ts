import { parseWrittenTime } from '@heliograph/wire'

const DATE_ONLY = /^\d{4}-\d\d-\d\d$/
const COUNT = /^\d{9,13}$/
/** From here on, a count is in milliseconds: in seconds it would mean a year beyond 5000. */
const FIRST_MILLISECONDS = 100_000_000_000
const MAX_OTHER = 40

/** Formats the date of a visit for people. */
export type DateFormat = (value: unknown) => string

/**
 * Creates a format like `Tue 3 Feb 2026 14:30`. A written date keeps its own clock time; a count of seconds or
 * milliseconds since the epoch is shown in `timeZone`. A date without a time stays one, and any other text stays as it
 * is. Throws an `Error` for an unknown zone.
 */
export function createDateFormat(timeZone: string): DateFormat {
  const local = formatOf(timeZone)
  const written = formatOf('UTC')
  return (value) => {
    const text = typeof value === 'number' ? String(Math.trunc(value)) : typeof value === 'string' ? value.trim() : ''
    if (COUNT.test(text)) {
      const count = Number(text)
      return write(local, count < FIRST_MILLISECONDS ? count * 1000 : count, true)
    }
    const isDate = DATE_ONLY.test(text)
    const time = parseWrittenTime(isDate ? `${text}T00:00` : text.replace(' ', 'T'))
    return time === undefined ? text.slice(0, MAX_OTHER) : write(written, time.wallClock, !isDate)
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  } catch (cause) {
    throw new Error(`timeZone: there is no zone '${timeZone}'; give an IANA name, Africa/Johannesburg for one`, {
      cause,
    })
  }
}

function write(format: Intl.DateTimeFormat, milliseconds: number, withTime: boolean): string {
  const parts = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]))
  // Some versions of the language data write `Sept`.
  const date = `${parts.weekday} ${parts.day} ${parts.month?.slice(0, 3)} ${parts.year}`
  return withTime ? `${date} ${parts.hour}:${parts.minute}` : date
}
