import type { Sql } from '../database/database.ts'
import { countPausedEndpoints, everyEndpoint } from '../notify/webhooks/webhook-batches.ts'
import type { EngineSettings } from '../settings.ts'
import { type KeptData, loadKeptData } from './kept-data.ts'

/** What concerns the deployment as a whole, and only the database knows. */
export interface DeploymentFigures {
  /** Living nodes, and how long ago the one that was heard of the longest ago wrote its heartbeat. */
  readonly nodes: number
  readonly oldestHeartbeatSeconds: number
  /** Links that nodes are configured with and none of them has. */
  readonly unleasedLinks: number
  readonly webhooks: WebhookBacklog
  readonly unmatched: UnmatchedReceipts
}

export interface WebhookBacklog {
  /** For how long the one that was due first has waited for a node. */
  readonly dueSeconds: number
  /** For how long the oldest has waited, for a node, its next attempt or its endpoint. */
  readonly waitingSeconds: number
  /** Endpoints that failed so often that only probes are sent to them. */
  readonly pausedEndpoints: number
}

export interface UnmatchedReceipts {
  /** At most `MOST_RECEIPTS` are counted. */
  readonly receipts: number
  readonly oldestSeconds: number
}

const MOST_RECEIPTS = 10_000
const MOST_ENDPOINTS = 1_000

/** Reads the figures, in statements that take milliseconds however much waits. */
export async function loadFigures(sql: Sql): Promise<DeploymentFigures> {
  const [nodes] = await sql<{ nodes: number; oldest: number; unleased: number }[]>`
    select count(*)::integer as nodes,
      coalesce(extract(epoch from now() - min(beat_at)), 0)::float8 as oldest,
      (
        select count(*)::integer from (select distinct unnest(links) as link from node) as configured
        where not exists (select from link_lease where link_lease.link = configured.link)
      ) as unleased
    from node`
  const [receipts] = await sql<{ receipts: number; oldest: number }[]>`
    select count(*)::integer as receipts, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest
    from (select received_at from unmatched_receipt order by receipt_id limit ${MOST_RECEIPTS}::integer) as oldest`
  return {
    nodes: nodes?.nodes ?? 0,
    oldestHeartbeatSeconds: nodes?.oldest ?? 0,
    unleasedLinks: nodes?.unleased ?? 0,
    webhooks: await loadBacklog(sql),
    unmatched: { receipts: receipts?.receipts ?? 0, oldestSeconds: receipts?.oldest ?? 0 },
  }
}

async function loadBacklog(sql: Sql): Promise<WebhookBacklog> {
  const [row] = await sql<{ due: number; waiting: number }[]>`
    with recursive ${everyEndpoint(sql)},
    unowned as (
      select due_at, since from webhook_batch where owner is null and endpoint is null
      order by due_at, batch_id limit 1
    ),
    of_endpoints as (
      select oldest.since from every
      cross join lateral (
        select since from webhook_batch where owner is null and webhook_batch.endpoint = every.endpoint
        order by batch_id limit 1
      ) as oldest
      limit ${MOST_ENDPOINTS}::integer
    )
    select
      coalesce((select greatest(0, extract(epoch from now() - due_at)) from unowned), 0)::float8 as due,
      coalesce(extract(epoch from now() - least(
        (select since from unowned),
        (select min(since) from of_endpoints),
        (select min(since) from webhook_batch where owner is not null)
      )), 0)::float8 as waiting`
  return {
    dueSeconds: row?.due ?? 0,
    waitingSeconds: row?.waiting ?? 0,
    pausedEndpoints: await countPausedEndpoints(sql),
  }
}

/** The same for what changes slowly, or takes a little longer to find out. */
export interface SlowFigures {
  readonly kept: readonly KeptData[]
  readonly databaseOctets: number
  readonly schemaVersion: number
  /** Enabled prepaid clients below the limit. */
  readonly lowCreditClients: number
  /** Those that were done within a week: one of an earlier release is never done again. */
  readonly chores: readonly ChoreFigure[]
}

export interface ChoreFigure {
  readonly name: string
  /** When its last run ended, seconds since the epoch; 0: none has. */
  readonly endedAt: number
  readonly hasFailed: boolean
}

/** What the figures are measured against. */
export interface FigureLimits {
  readonly lowCredit: number
  readonly kept: EngineSettings['retention']
}

export async function loadSlowFigures(sql: Sql, { lowCredit, kept }: FigureLimits): Promise<SlowFigures> {
  const [row] = await sql<{ octets: number; version: number; low: number }[]>`
    select
      pg_database_size(current_database()) as octets,
      (select max(version) from schema_migration)::integer as version,
      (
        select count(*)::integer from client_credit join client using (client_id)
        where client.enabled and client_credit.credit < ${lowCredit}::numeric
      ) as low`
  const chores = await sql<ChoreFigure[]>`
    select name, coalesce(extract(epoch from ended_at), 0)::float8 as "endedAt", error is not null as "hasFailed"
    from chore where begun_at > now() - interval '7 days' order by name`
  return {
    kept: await loadKeptData(sql, kept),
    databaseOctets: row?.octets ?? 0,
    schemaVersion: row?.version ?? 0,
    lowCreditClients: row?.low ?? 0,
    chores: [...chores],
  }
}
