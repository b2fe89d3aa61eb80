import { defineService, type ServiceToken } from './service.ts'

/** What anyone may learn of a client without a login: enough for a public page in its name. @stability stable */
export interface PublicClient {
  readonly clientId: number
  readonly name: string
  /** Country for reading national numbers, ISO 3166-1 alpha-2. */
  readonly country: string
}

/** Clients, for pages that anyone may open (links to opt out by, say). @stability stable */
export interface Clients {
  /**
   * The enabled client with this id; undefined when there is none. Throws `unavailable` when the database is needed but
   * away.
   */
  find(clientId: number): Promise<PublicClient | undefined>
}

export const Clients: ServiceToken<Clients> = defineService('heliograph.clients')
