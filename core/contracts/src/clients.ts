import { defineService, type ServiceToken } from './service.ts'

/** What may be known of a client without a log-in: enough for a public page in its name. */
export interface PublicClient {
  readonly clientId: number
  readonly name: string
  /** ISO 3166-1 alpha-2 country by which national numbers are read. */
  readonly country: string
}

/** Clients, for pages that anybody may open (links to opt out by, say). */
export interface Clients {
  /** The enabled client with this id; undefined when there is none. Throws `unavailable` while the database is needed and away. */
  find(clientId: number): Promise<PublicClient | undefined>
}

export const Clients: ServiceToken<Clients> = defineService('heliograph.clients')
