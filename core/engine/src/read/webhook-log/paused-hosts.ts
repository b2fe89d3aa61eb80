import type { PausedHost } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { type EndpointBounds, everyEndpoint } from '../../notify/webhooks/webhook-batches.ts'

/** The most hosts in one answer. */
const HOSTS = 1_000
/** The most batches that are counted for a host; one has up to 50 webhooks. */
const BATCHES = 200

interface HostRow {
  /** See `hostEndpointOf` and `urlEndpointOf`. */
  readonly endpoint: string
  readonly since: Date
  readonly probe_at: Date
  readonly waiting: number
}

/**
 * Finds the endpoints that webhooks of a client, or of all clients, wait for until the next probe. The index is entered
 * a few times for each endpoint, so it does not matter how much waits there.
 */
export async function findPausedHosts(sql: Sql, clientId: number | undefined): Promise<readonly PausedHost[]> {
  const rows = await sql<HostRow[]>`
    with recursive ${everyEndpoint(sql, endpointsOf(clientId))},
    paused as materialized (
      select every.endpoint, newest.due_at as probe_at from every
      cross join lateral (
        select due_at from webhook_batch where owner is null and webhook_batch.endpoint = every.endpoint
        order by batch_id desc limit 1
      ) as newest
      where newest.due_at > now()
      limit ${HOSTS}::integer
    )
    select paused.endpoint, paused.probe_at, counted.since, counted.waiting from paused
    cross join lateral (
      select min(since) as since, sum(cardinality(webhook_ids))::integer as waiting from (
        select since, webhook_ids from webhook_batch where owner is null and webhook_batch.endpoint = paused.endpoint
        order by batch_id limit ${BATCHES}::integer
      ) as oldest
    ) as counted`
  return rows.map(mapRowToHost).sort((a, b) => a.clientId - b.clientId || (a.host < b.host ? -1 : 1))
}

/** An endpoint begins with its client and a blank. */
function endpointsOf(clientId: number | undefined): EndpointBounds {
  return clientId === undefined ? { from: '0', below: ':' } : { from: `${clientId} `, below: `${clientId}!` }
}

function mapRowToHost({ endpoint, since, probe_at: probeAt, waiting }: HostRow): PausedHost {
  const blank = endpoint.indexOf(' ')
  return { clientId: Number(endpoint.slice(0, blank)), host: endpoint.slice(blank + 1), since, probeAt, waiting }
}
