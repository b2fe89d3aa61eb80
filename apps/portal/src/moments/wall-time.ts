/** What the clocks of a zone show, to the minute. */
export interface WallTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/** What the clocks of a zone (IANA name) show at a moment (milliseconds since 1970). */
export function wallTimeAt(moment: number, zone: string): WallTime {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return { year, month, day, hour, minute }
}

/**
 * The moments at which the clocks of a zone show this, the earliest first: none when the clocks are put forward over
 * it, two when they are put back over it.
 */
export function momentsOf(wall: WallTime, zone: string): readonly number[] {
  const asUtc = utcOf(wall)
  // Clocks are changed by less than a day, and not twice within two days.
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((moment) => utcOf(wallTimeAt(moment, zone)) - moment)
  const moments = [...new Set(offsets)].map((offset) => asUtc - offset)
  return moments.filter((moment) => utcOf(wallTimeAt(moment, zone)) === asUtc).sort((a, b) => a - b)
}

/** A day some days later; undefined when there is no such day to begin with (31 February). */
export function dayAfter({ year, month, day }: DayOfYear, days: number): DayOfYear | undefined {
  const given = new Date(Date.UTC(year, month - 1, day))
  if (given.getUTCMonth() !== month - 1 || given.getUTCDate() !== day) return undefined
  const later = new Date(given.getTime() + days * DAY_MS)
  return { year: later.getUTCFullYear(), month: later.getUTCMonth() + 1, day: later.getUTCDate() }
}

/** 0: Sunday. */
export function weekdayOf({ year, month, day }: DayOfYear): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

export type DayOfYear = Pick<WallTime, 'year' | 'month' | 'day'>

const DAY_MS = 86_400_000

function utcOf({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute)
}
