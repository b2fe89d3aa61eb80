import type { Principal, RateLimits } from '@heliograph/contracts'
import { Type } from 'typebox'
import { assertAdmitted } from './assert-admitted.ts'

/** The setting with which an operator limits the requests of a text interface. */
export const requestsPerMinute = Type.Integer({
  default: 0,
  minimum: 0,
  description:
    'Requests a minute for each API key, counted over all nodes and together with other interfaces that limit the same key; 0 for no limit. More are answered with 429.',
})

/**
 * Counts a request against the limit of its interface. Throws `throttled`/`rate-limit` when the request exceeds the
 * limit.
 *
 * @param principal - undefined for an unknown sender; nothing is counted then.
 * @param perMinute - 0 for no limit; nothing is counted then.
 */
export function admitRequest(rateLimits: RateLimits, principal: Principal | undefined, perMinute: number): void {
  if (perMinute === 0 || principal === undefined) return
  assertAdmitted(rateLimits.admit({ ...principal, rateLimit: perMinute }))
}
