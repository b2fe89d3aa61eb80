import type { Clients, Clock, PublicClient } from '@heliograph/contracts'
import { numberArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { ExpiringCache } from './expiring-cache.ts'

/** A client that is disabled must be gone within a second, whether or not changes are announced. */
const LIFETIME_MS = 500
const MAX_CLIENTS = 10_000
const BATCH_LOOKUPS = 500

export interface PublicClientsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly defaultCountry: string
}

/** Creates the `Clients` service. What is found is remembered for a moment; look-ups made while one is under way share the next statement. */
export function createPublicClients({ sql, clock, defaultCountry }: PublicClientsOptions): Clients {
  const known = new ExpiringCache<number, PublicClient>(MAX_CLIENTS)
  const lookups = new MicroBatch<number, PublicClient | undefined>({
    run: (clientIds) => withDeadline(load(clientIds)),
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })

  async function load(clientIds: readonly number[]): Promise<readonly (PublicClient | undefined)[]> {
    const askedAt = clock.now()
    const rows = await sql<{ client_id: number; name: string; country: string | null }[]>`
      select client_id, name, country from client
      where client_id = any(${numberArray([...new Set(clientIds)])}::bigint[]) and enabled`
    const found = new Map(
      rows.map(({ client_id: clientId, name, country }) => [
        clientId,
        { clientId, name, country: country ?? defaultCountry },
      ]),
    )
    for (const [clientId, client] of found) known.set(clientId, client, askedAt)
    return clientIds.map((clientId) => found.get(clientId))
  }

  return {
    async find(clientId): Promise<PublicClient | undefined> {
      if (!Number.isSafeInteger(clientId)) return undefined
      return known.get(clientId, clock.now(), LIFETIME_MS) ?? serviceAnswer(lookups.add(clientId))
    },
  }
}
