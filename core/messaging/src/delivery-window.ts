import { type DayWindow, type DeliveryWindow, GatewayError, type Weekday } from '@heliograph/contracts'
import { isTimeOfDay, nextOpening, openingAt } from './day-window.ts'
import { createTimeZone, isTimeZone, type TimeZone } from './time-zone.ts'

/** What is wrong with a window, by its fields; empty: nothing. */
export function windowProblems({ days, from, to, zone }: DeliveryWindow): Record<string, string> {
  const problems: Record<string, string> = {}
  if (days.length === 0) problems.days = 'must have at least one day'
  if (!isTimeOfDay(from)) problems.from = 'must be a time of day, such as 21:00'
  if (!isTimeOfDay(to)) problems.to = 'must be a time of day, such as 08:00'
  else if (from === to) problems.to = 'must differ from the beginning'
  if (!isTimeZone(zone)) problems.zone = 'must be a time zone, such as Africa/Johannesburg'
  return problems
}

/** The given days once each, in order. */
export function orderedDays(days: readonly Weekday[]): readonly Weekday[] {
  return [...new Set(days)].sort()
}

/** Throws `invalid`/`bad-delivery-window` with `details`. */
export function checkDeliveryWindow(window: DeliveryWindow): void {
  const details = windowProblems(window)
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'bad-delivery-window', 'The delivery window cannot be used', { details })
}

/** The window as it is stored with a message: `12345 09:00-17:00 Africa/Johannesburg`. */
export function formatDeliveryWindow({ days, from, to, zone }: DeliveryWindow): string {
  return `${orderedDays(days).join('')} ${from}-${to} ${zone}`
}

/** Reads what `formatDeliveryWindow` has written. */
export function parseDeliveryWindow(text: string): DeliveryWindow {
  const [days = '', hours = '', zone = ''] = text.split(' ')
  const [from = '', to = ''] = hours.split('-')
  return { days: [...days].map(Number) as Weekday[], from, to, zone }
}

/** A delivery window, ready to be asked often. */
export interface OpenHours {
  /**
   * When something may go that may go otherwise from a moment on: then, while the window is open, else when it opens
   * next. Milliseconds since the epoch.
   */
  opensAt(moment: number): number
  /** Whether it opens at a moment. */
  beginsAt(moment: number): boolean
}

export function createOpenHours(window: DeliveryWindow): OpenHours {
  const zone = createTimeZone(window.zone)
  const opening = new LastOpening(window, zone)
  return {
    opensAt: (moment) => (opening.has(moment) ? moment : nextOpening(window, zone, moment)),
    beginsAt: (moment) => openingAt(window, zone, moment)?.from === moment,
  }
}

/** Remembers the opening that a moment lay in: most questions are about the same one. */
class LastOpening {
  readonly #window: DayWindow
  readonly #zone: TimeZone
  #from = 0
  #to = 0

  constructor(window: DayWindow, zone: TimeZone) {
    this.#window = window
    this.#zone = zone
  }

  has(moment: number): boolean {
    if (this.#from <= moment && moment < this.#to) return true
    const found = openingAt(this.#window, this.#zone, moment)
    if (found === undefined) return false
    this.#from = found.from
    this.#to = found.to
    return true
  }
}

/** How many windows are kept ready. */
const KEPT = 1_000

/** Windows that are kept ready. */
export class KnownWindows {
  readonly #known = new Map<string, OpenHours>()

  /** The hours of a window that a client asks for. Throws `invalid`/`bad-delivery-window` with `details`. */
  ofWindow(window: DeliveryWindow): OpenHours {
    const text = formatDeliveryWindow(window)
    if (!this.#known.has(text)) checkDeliveryWindow(window)
    return this.of(text)
  }

  /** Those of one that is stored with a message. */
  of(text: string): OpenHours {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#known.size >= KEPT) this.#known.clear()
    const hours = createOpenHours(parseDeliveryWindow(text))
    this.#known.set(text, hours)
    return hours
  }
}

/** After so many steps, two kinds of hours have no time in common. */
const MOST_STEPS = 14

/**
 * When a message goes from a moment on that quiet hours and a delivery window may hold: at the first moment that is in
 * none of the former and in the latter. Undefined: there is none. Pure.
 *
 * @param quietEnd when the quiet hours end that a moment lies in; undefined: it lies in none
 */
export function departure(
  moment: number,
  quietEnd: (moment: number) => number | undefined,
  hours: OpenHours,
): number | undefined {
  let at = moment
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const awake = quietEnd(at) ?? at
    const open = hours.opensAt(awake)
    if (open === at) return at
    at = open
  }
  return undefined
}
