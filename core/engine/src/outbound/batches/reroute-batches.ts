import { numberArray, textArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'

/** Batches moved in one transaction. */
const LIMIT = 100

/** How long a batch of a route that no node serves has to be overdue: a node that serves it may just be starting. */
const OVERDUE_SECONDS = 60

/** What the choice of a route depends on. */
export interface ReroutedMessage {
  readonly clientId: number
  readonly sender: string
  readonly priority: number
  readonly parts: number
}

export type RouteFor = (to: string, message: ReroutedMessage) => string

interface OrphanRow {
  readonly batch_id: number
  readonly sms_ids: number[]
}

interface RoutedRow {
  readonly sms_id: number
  readonly client_id: number
  readonly sender: string
  readonly recipient: string
  readonly priority: number
  readonly parts: number
}

/**
 * Gives messages of routes that no living node serves the route that they would get now, at the same time and priority;
 * schedules stay schedules. Resolves with the number of batches moved.
 */
export async function rerouteBatches(sql: Sql, routeFor: RouteFor): Promise<number> {
  let moved = 0
  for (;;) {
    const count = await sql.begin((tx) => rerouteSome(tx, routeFor))
    moved += count
    if (count < LIMIT) return moved
  }
}

async function rerouteSome(tx: Transaction, routeFor: RouteFor): Promise<number> {
  const unserved = await findUnserved(tx)
  if (unserved.length === 0) return 0
  const orphans = await tx<OrphanRow[]>`
    select batch_id, sms_ids from batch
    where owner is null and cancelled_at is null and route = any(${textArray(unserved)}::text[])
      and due_at < now() - ${OVERDUE_SECONDS}::integer * interval '1 second'
    order by batch_id limit ${LIMIT}::integer for update skip locked`
  if (orphans.length === 0) return 0
  const smsIds = orphans.flatMap((batch) => batch.sms_ids)
  const routes = await findRoutes(tx, smsIds, routeFor)
  for (const orphan of orphans) await moveBatch(tx, orphan, routes)
  return orphans.length
}

/** Finds routes that have waiting batches but no node. Each takes one step in the index, however much of it waits. */
async function findUnserved(tx: Transaction): Promise<readonly string[]> {
  const rows = await tx<{ route: string }[]>`
    with recursive known as (
      (select route from batch where owner is null and cancelled_at is null order by route limit 1)
      union all
      select (
        select batch.route from batch
        where batch.owner is null and batch.cancelled_at is null and batch.route > known.route
        order by batch.route limit 1
      )
      from known where known.route is not null
    )
    select route from known
    where route is not null and not exists (select from node where known.route = any(node.routes))`
  return rows.map((row) => row.route)
}

async function findRoutes(
  tx: Transaction,
  smsIds: readonly number[],
  routeFor: RouteFor,
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx<RoutedRow[]>`
    select sms_id, client_id, sender, recipient, priority, parts from message
    where sms_id = any(${numberArray(smsIds)}::bigint[])
      and sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint`
  return new Map(
    rows.map(({ sms_id: smsId, client_id: clientId, recipient, sender, priority, parts }) => [
      smsId,
      routeFor(recipient, { clientId, sender, priority, parts }),
    ]),
  )
}

/** Replaces a batch by one for each route its messages take. A message that no longer exists is left out. */
async function moveBatch(tx: Transaction, orphan: OrphanRow, routes: ReadonlyMap<number, string>): Promise<void> {
  const groups = new Map<string, number[]>()
  for (const smsId of orphan.sms_ids) {
    const route = routes.get(smsId)
    if (route !== undefined) groups.set(route, [...(groups.get(route) ?? []), smsId])
  }
  await tx`
    with gone as (
      delete from batch where batch_id = ${orphan.batch_id}::bigint
      returning priority, due_at, starts, client_id, bulk_id
    )
    insert into batch (route, priority, due_at, sms_ids, starts, client_id, bulk_id)
    select given.route, gone.priority, gone.due_at, given.sms_ids::bigint[], gone.starts, gone.client_id, gone.bulk_id
    from gone cross join unnest(
      ${textArray([...groups.keys()])}::text[], ${textArray([...groups.values()].map(numberArray))}::text[]
    ) as given (route, sms_ids)`
}
