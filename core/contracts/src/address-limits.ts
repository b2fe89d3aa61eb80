import type { Admission } from './rate-limits.ts'
import { defineService, type ServiceToken } from './service.ts'

/** How often one address may ask for something. @stability stable */
export interface AddressLimit {
  /** A name for what is counted together, dotted: `web-links`, `portal.login`. */
  readonly name: string
  /** Requests within any minute, 1 or more. */
  readonly perMinute: number
}

/**
 * Limits, by address, for requests that need no key. All IPv6 addresses of a /64 count as one, because one customer has
 * them all. Each node counts for itself, in memory that does not grow with the number of addresses; refused requests do
 * not count.
 * @stability stable
 */
export interface AddressLimits {
  /** @param address as in `HttpRequest.remoteAddress` */
  admit(limit: AddressLimit, address: string): Admission
}

export const AddressLimits: ServiceToken<AddressLimits> = defineService('heliograph.address-limits')
