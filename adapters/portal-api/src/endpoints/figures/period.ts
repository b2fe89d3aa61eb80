import { GatewayError } from '@heliograph/contracts'

const DAY_MS = 86_400_000

/** The longest period: ten years. */
const MOST_DAYS = 3_660

/** Days of UTC, `2026-01-31`; `until` is the day after the last. */
export interface Period {
  readonly from: string
  readonly until: string
}

/** Throws `invalid`/`invalid-request` for a day that does not exist, and for a period that is empty or too long. */
export function checkPeriod({ from, until }: Period): void {
  for (const [field, day] of Object.entries({ from, until }))
    if (Number.isNaN(Date.parse(day)) || dayOf(Date.parse(day)) !== day) throw wrong(field, 'must be a day that exists')
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS
  if (days < 1) throw wrong('until', 'must be later than from')
  if (days > MOST_DAYS) throw wrong('until', `must be at most ${MOST_DAYS} days after from`)
}

/** The period of the same length that ends where this one begins. */
export function periodBefore({ from, until }: Period): Period {
  return { from: dayOf(2 * Date.parse(from) - Date.parse(until)), until: from }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function wrong(field: string, text: string): GatewayError {
  return new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', { details: { [field]: text } })
}
