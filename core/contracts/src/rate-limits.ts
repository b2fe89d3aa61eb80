import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** @stability stable */
export type Admission =
  | { readonly admitted: true }
  /** Whole seconds, at least 1, until a request would be admitted. */
  | { readonly admitted: false; readonly retryAfterSeconds: number }

/**
 * Requests a minute, counted by user in a sliding window over all nodes: a user with many API keys gets no more than
 * with one, nor with its password beside them. Sessions of the portal (no key, scope `portal`) have a count of their
 * own. Refused requests do not count.
 * @stability stable
 */
export interface RateLimits {
  admit(principal: Principal): Admission
}

export const RateLimits: ServiceToken<RateLimits> = defineService('heliograph.rate-limits')
