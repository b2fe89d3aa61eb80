import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

export type Admission =
  | { readonly admitted: true }
  /** Whole seconds, at least 1, until a request would be admitted. */
  | { readonly admitted: false; readonly retryAfterSeconds: number }

/** Requests a minute, counted per API key in a sliding window over all nodes. Refused requests do not count. */
export interface RateLimits {
  admit(principal: Principal): Admission
}

export const RateLimits: ServiceToken<RateLimits> = defineService('heliograph.rate-limits')
