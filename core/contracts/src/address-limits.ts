import type { Admission } from './rate-limits.ts'
import { defineService, type ServiceToken } from './service.ts'

/** How often one address may ask for something. */
export interface AddressLimit {
  /** What is counted together, dotted: `web-links`, `portal.login`. */
  readonly name: string
  /** Requests within any minute, 1 or more. */
  readonly perMinute: number
}

/**
 * Limits for what anybody may ask without a key, by address. IPv6 addresses of one /64 count as one, as one customer has them all. Counted by each node for itself, in
 * memory that does not grow with the number of addresses; refused requests do not count.
 */
export interface AddressLimits {
  /** @param address as `HttpRequest.remoteAddress` has it */
  admit(limit: AddressLimit, address: string): Admission
}

export const AddressLimits: ServiceToken<AddressLimits> = defineService('heliograph.address-limits')
