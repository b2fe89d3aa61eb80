import type { Clients, PublicClient } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'

/** Creates the `Clients` service. */
export function createPublicClients(sql: Sql, defaultCountry: string): Clients {
  return {
    async find(clientId): Promise<PublicClient | undefined> {
      if (!Number.isSafeInteger(clientId)) return undefined
      const [row] = await serviceAnswer(sql<{ name: string; country: string | null }[]>`
        select name, country from client where client_id = ${clientId}::bigint and enabled`)
      return row && { clientId, name: row.name, country: row.country ?? defaultCountry }
    },
  }
}
