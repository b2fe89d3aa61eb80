import type { Clients, Clock } from '@heliograph/contracts'
import { numberArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { createRememberedLookups } from './remembered-lookups.ts'

export interface PublicClientsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly defaultCountry: string
}

/** Creates the `Clients` service. */
export function createPublicClients({ sql, clock, defaultCountry }: PublicClientsOptions): Clients {
  const find = createRememberedLookups({
    clock,
    async load(clientIds) {
      const rows = await sql<{ client_id: number; name: string; country: string | null }[]>`
        select client_id, name, country from client where client_id = any(${numberArray(clientIds)}::bigint[]) and enabled`
      return new Map(
        rows.map(({ client_id: clientId, name, country }) => [
          clientId,
          { clientId, name, country: country ?? defaultCountry },
        ]),
      )
    },
  })
  return { find }
}
