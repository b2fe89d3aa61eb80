import { createHash } from 'node:crypto'
import { GatewayError, type TextComparison, type UploadPlan } from '@heliograph/contracts'

/** One of two texts that are compared. */
export type TextLetter = 'A' | 'B'

/** The text that a number (E.164 digits) gets: always the same. */
export function letterFor({ percent, seed = '' }: TextComparison, mobile: string): TextLetter {
  const hash = createHash('sha256').update(`${seed} ${mobile}`).digest().readUInt32BE(0)
  return hash % 100 < percent ? 'B' : 'A'
}

/** The plan with what decides which number gets which text, unless it has that. */
export function seededPlan(plan: UploadPlan, seed: string): UploadPlan {
  return plan.comparison === undefined ? plan : { ...plan, comparison: { seed, ...plan.comparison } }
}

/** Throws `invalid`/`bad-plan` for a share that is no division. */
export function checkShare({ percent }: TextComparison): void {
  if (Number.isSafeInteger(percent) && percent >= 1 && percent <= 99) return
  const text = 'must be a whole number from 1 to 99'
  throw new GatewayError('invalid', 'bad-plan', `percent: ${text}`, { details: { percent: text } })
}
