import type { Clients, Clock, PublicClient } from '@heliograph/contracts'
import { numberArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { RememberedLookups } from './remembered-lookups.ts'

export interface PublicClientsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly defaultCountry: string
}

/** Creates the `Clients` service. */
export function createPublicClients({ sql, clock, defaultCountry }: PublicClientsOptions): Clients {
  const clients = new RememberedLookups<number, PublicClient>({
    clock,
    async load(clientIds) {
      const rows = await sql<PublicClient[]>`
        select client_id as "clientId", name, coalesce(country, ${defaultCountry}) as country
        from client where client_id = any(${numberArray(clientIds)}::bigint[]) and enabled`
      return new Map(rows.map((client) => [client.clientId, client]))
    },
  })
  return { find: async (clientId) => (Number.isSafeInteger(clientId) ? clients.get(clientId) : undefined) }
}
