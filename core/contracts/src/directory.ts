import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Who is who. Answers come from a cache that every node clears within a second of a change, so asking for every request is cheap.
 */
export interface Directory {
  /**
   * The principal behind an API key, or undefined when the key is unknown or its user or client is disabled. Comparison takes constant time.
   * Throws `unavailable` when the database is needed and away.
   */
  byApiKey(apiKey: string): Promise<Principal | undefined>
}

export const Directory: ServiceToken<Directory> = defineService('heliograph.directory')
