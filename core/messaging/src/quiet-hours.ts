import { GatewayError, PRIORITIES, type QuietHours, type SubmitRequest } from '@heliograph/contracts'
import { callingCodeOfDigits } from './calling-codes.ts'
import { callingCodeOf, countryOfNumber, mainCountryOf } from './countries.ts'
import { openingAt } from './day-window.ts'
import { orderedDays, windowProblems } from './delivery-window.ts'
import { createTimeZone, type TimeZone, zonesOf } from './time-zone.ts'

/** What people send in the portal. */
const PORTAL: ReadonlySet<string> = new Set(['portal', 'upload'])

const HALF_YEAR_MS = 182 * 86_400_000

/** What decides whether a request may be held. */
export type Urgency = Pick<SubmitRequest, 'origin' | 'priority' | 'isReply'>

/** The quiet hours of a client, ready to be asked often. */
export interface QuietCheck {
  /** Whether what is sent so waits for their end. */
  holds(request: Urgency): boolean
  /**
   * When they end that a moment lies in, for a number in E.164 digits; undefined: it lies in none. Milliseconds since
   * the epoch.
   */
  endFor(to: string, moment: number): number | undefined
}

export function createQuietCheck(quiet: QuietHours): QuietCheck {
  const zones = new RecipientZones(quiet.zone)
  /** The last answer of each zone: recipients of one request ask for the same moment. */
  const answers = new Map<TimeZone, { readonly moment: number; readonly end: number | undefined }>()
  return {
    holds: ({ origin, priority, isReply }) =>
      isReply !== true && priority !== PRIORITIES.CRITICAL && (quiet.includesInterfaces || PORTAL.has(origin)),
    endFor(to, moment) {
      const zone = zones.of(to, moment)
      const last = answers.get(zone)
      if (last?.moment === moment) return last.end
      const end = openingAt(quiet, zone, moment)?.to
      answers.set(zone, { moment, end })
      return end
    },
  }
}

/** The zones of numbers. */
class RecipientZones {
  readonly #own: TimeZone
  readonly #byCountry = new Map<string, TimeZone>()

  constructor(own: string) {
    this.#own = createTimeZone(own)
  }

  of(to: string, moment: number): TimeZone {
    const country = countryOf(to)
    if (country === undefined) return this.#own
    const known = this.#byCountry.get(country)
    if (known !== undefined) return known
    const found = commonZone(zonesOf(country), moment) ?? this.#own
    this.#byCountry.set(country, found)
    return found
  }
}

/** A look at the whole number takes microseconds, and is needed only where countries share a calling code. */
function countryOf(to: string): string | undefined {
  const main = mainCountryOf(callingCodeOfDigits(to))
  return main !== undefined && callingCodeOf(main)?.isShared === false ? main : countryOfNumber(to)
}

/** The first of some zones if all of them have the same time, in summer and in winter; else undefined. */
function commonZone(names: readonly string[], moment: number): TimeZone | undefined {
  const [first, ...others] = names.map(createTimeZone)
  const moments = [moment, moment + HALF_YEAR_MS]
  const isCommon = others.every((other) => moments.every((each) => other.wallAt(each) === first?.wallAt(each)))
  return isCommon ? first : undefined
}

/** Whether quiet hours of a client end for a number at this moment, and hold such messages. */
export function endsQuietHours(
  quiet: QuietHours,
  { to, at, origin, priority }: Omit<Urgency, 'isReply'> & { readonly to: string; readonly at: Date },
): boolean {
  const check = createQuietCheck(quiet)
  return check.holds({ origin, priority }) && check.endFor(to, at.getTime() - 1) === at.getTime()
}

/** The given quiet hours with each day once, in order. Throws `invalid`/`invalid-settings`. */
export function readQuietHours(given: QuietHours): QuietHours {
  const { days, from, to, zone, includesInterfaces } = given
  const details = windowProblems(given)
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'invalid-settings', 'These quiet hours cannot be set', { details })
  return { days: orderedDays(days), from, to, zone, includesInterfaces }
}

/** For the audit log. */
export function describeQuietHours(quiet: QuietHours | null): string {
  if (quiet === null) return 'none'
  const { days, from, to, zone, includesInterfaces } = quiet
  return `${from}-${to} ${zone}, days ${days.join('')}${includesInterfaces ? ', all interfaces' : ''}`
}
