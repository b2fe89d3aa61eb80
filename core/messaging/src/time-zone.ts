/** The clocks of a zone. */
export interface TimeZone {
  /** What they show at a moment, as milliseconds in a UTC that shows the same. Moments are milliseconds since 1970. */
  wallAt(moment: number): number
  /** The first moment at which they show this; where they skip it, that at which they would have without. */
  momentOf(wall: number): number
}

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

/** Throws a `RangeError` when there is no such zone. */
export function createTimeZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  function wallAt(moment: number): number {
    const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of format.formatToParts(moment)) shown[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
    const belowSecond = ((moment % SECOND_MS) + SECOND_MS) % SECOND_MS
    return Date.UTC(year, month - 1, day, hour, minute, second) + belowSecond
  }
  const offsetAt = (moment: number) => wallAt(moment) - moment
  return {
    wallAt,
    momentOf(wall) {
      // No zone has two changes within two days.
      const before = wall - offsetAt(wall - DAY_MS)
      const after = wall - offsetAt(wall + DAY_MS)
      const found = [before, after].filter((moment) => wallAt(moment) === wall)
      return found.length === 0 ? before : Math.min(...found)
    },
  }
}

/** Whether there is a zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    createTimeZone(name)
    return true
  } catch {
    return false
  }
}

/** The zones of a country (ISO 3166-1 alpha-2) as the runtime knows them; empty: it knows none. */
export function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale('und', { region: country }) as LocaleWithZones
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** Of newer runtimes, and of older ones. */
type LocaleWithZones = Intl.Locale & {
  readonly getTimeZones?: () => readonly string[] | undefined
  readonly timeZones?: readonly string[] | undefined
}
