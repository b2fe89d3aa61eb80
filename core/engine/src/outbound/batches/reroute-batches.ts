import { among } from '../../database/among.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { isParked } from '../holds/parked-batches.ts'
import type { RoutedMessage, Router } from '../routing/router.ts'

/** Batches moved in one transaction. */
const LIMIT = 100

/** How long a batch of a route that no node serves has to be overdue: a node that serves it may just be starting. */
const OVERDUE_SECONDS = 60

type RouteFor = Router['routeFor']

interface OrphanRow {
  readonly batch_id: number
  readonly sms_ids: number[]
}

interface RoutedRow extends RoutedMessage {
  readonly smsId: number
  readonly recipient: string
}

/**
 * Gives messages of routes that no living node serves the route that they would get now, at the same time and priority;
 * schedules stay schedules. Resolves with the number of batches moved.
 */
export async function rerouteBatches(sql: Sql, ids: RecordIds, routeFor: RouteFor): Promise<number> {
  let moved = 0
  for (;;) {
    const count = await sql.begin((tx) => rerouteSome(tx, ids, routeFor))
    moved += count
    if (count < LIMIT) return moved
  }
}

async function rerouteSome(tx: Transaction, ids: RecordIds, routeFor: RouteFor): Promise<number> {
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
  for (const orphan of orphans) await moveBatch(tx, ids, orphan, routes)
  return orphans.length
}

/**
 * Finds routes that have waiting batches but no node that serves them; parked batches are meant to wait. Each route
 * takes one step in the index, however many batches wait under it.
 */
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
  return rows.map((row) => row.route).filter((route) => !isParked(route))
}

async function findRoutes(
  tx: Transaction,
  smsIds: readonly number[],
  routeFor: RouteFor,
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx<RoutedRow[]>`
    select sms_id as "smsId", client_id as "clientId", sender, recipient, priority, parts from message
    where ${among(tx, 'sms_id', smsIds)}`
  return new Map(rows.map(({ smsId, recipient, ...message }) => [smsId, routeFor(recipient, message)]))
}

/**
 * Gives a batch the route of its first message, and splits off one for each other route that its messages take. A
 * message that no longer exists is left out.
 */
async function moveBatch(
  tx: Transaction,
  ids: RecordIds,
  { batch_id: batchId, sms_ids: smsIds }: OrphanRow,
  routes: ReadonlyMap<number, string>,
): Promise<void> {
  const groups = new Map<string, number[]>()
  for (const smsId of smsIds) {
    const route = routes.get(smsId)
    if (route !== undefined) groups.set(route, [...(groups.get(route) ?? []), smsId])
  }
  const [first, ...others] = groups
  if (first === undefined) {
    await tx`delete from batch where batch_id = ${batchId}::bigint`
    return
  }
  const newIds = others.length === 0 ? [] : await ids.take(others.length)
  await tx`
    with moved as (
      update batch set route = ${first[0]}, sms_ids = ${numberArray(first[1])}::bigint[]
      where batch_id = ${batchId}::bigint
      returning *
    )
    insert into batch (
      batch_id, route, priority, line, due_at, sms_ids, starts, client_id, bulk_id, speed_id, split_from
    )
    select given.batch_id, given.route, moved.priority, moved.line, moved.due_at, given.sms_ids::bigint[], moved.starts,
      moved.client_id, moved.bulk_id, moved.speed_id, coalesce(moved.split_from, moved.batch_id)
    from moved cross join unnest(
      ${numberArray(newIds)}::bigint[],
      ${textArray(others.map(([route]) => route))}::text[],
      ${textArray(others.map(([, own]) => numberArray(own)))}::text[]
    ) as given (batch_id, route, sms_ids)`
}
