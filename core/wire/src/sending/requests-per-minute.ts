import type { Directory, Principal, RateLimits } from '@heliograph/contracts'
import { Type } from 'typebox'
import { assertAdmitted } from './assert-admitted.ts'

/** The setting by which an operator limits a text interface. */
export const requestsPerMinute = Type.Integer({
  default: 0,
  minimum: 0,
  description:
    'Requests a minute for each API key, counted over all nodes and together with other interfaces that limit the same key; 0 for no limit. More are answered with 429.',
})

/**
 * Counts a request against the limit of its interface. Throws `throttled`/`rate-limit` when it is above it.
 *
 * @param perMinute - 0 for no limit: nothing is counted then.
 */
export function admitRequest(rateLimits: RateLimits, principal: Principal, perMinute: number): void {
  if (perMinute === 0) return
  assertAdmitted(rateLimits.admit({ ...principal, rateLimit: perMinute }))
}

/** Who is behind a key, the request being counted; undefined when nobody is. Throws as `admitRequest` and `Directory.byApiKey`. */
export async function admitKey(
  { directory, rateLimits }: { readonly directory: Pick<Directory, 'byApiKey'>; readonly rateLimits: RateLimits },
  key: string,
  perMinute: number,
): Promise<Principal | undefined> {
  const principal = await directory.byApiKey(key)
  if (principal !== undefined) admitRequest(rateLimits, principal, perMinute)
  return principal
}
