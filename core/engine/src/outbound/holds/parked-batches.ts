import type { Queryable, Sql } from '../../database/database.ts'
import type { BulkName } from '../bulks/bulk-name.ts'
import type { PausedBulk } from './paused-bulks.ts'

/**
 * Messages of a client on hold, and those of a paused bulk, wait under a route of their own, which no node serves, so
 * that they delay no others: `held:1001:default`, `held:bulk-7:default`; so do those of a bulk with a speed limit until
 * they are due: `held:speed-3:default`. No route of a configuration has a colon.
 */
const PARKED = 'held:'
/** The name of a paused bulk begins with it; that of a client is a number. */
const BULK = 'bulk-'
/** That of a bulk with a speed limit. */
const SPEED = 'speed-'
/** After all of them in the order of the index. */
const BEYOND = 'held;'

/** Batches that one statement releases. */
const STEP = 500

/** Where messages wait apart from others. */
export interface Parking {
  /** Its part of the route. */
  readonly name: string
  /** The paused bulk, by which its batches are found; null: their client is on hold. */
  readonly bulk: BulkName | null
}

export function parkingOfClient(clientId: number): Parking {
  return { name: String(clientId), bulk: null }
}

export function parkingOfBulk({ pauseId, clientId, bulkId }: PausedBulk): Parking {
  return { name: `${BULK}${pauseId}`, bulk: { clientId, bulkId } }
}

/** The route under which messages of a bulk with a speed limit wait; without a limit, it is their own. */
export function slowRoute(speedId: number | null, route: string): string {
  return speedId === null ? route : `${PARKED}${SPEED}${speedId}:${route}`
}

export function parkedRoute({ name }: Pick<Parking, 'name'>, route: string): string {
  return `${PARKED}${name}:${route}`
}

/** Condition on a batch that is parked. The prefix is in the text of the statement, as it is in that of an index. */
export function parked(sql: Queryable) {
  return sql`starts_with(batch.route, 'held:')`
}

export function isParked(route: string): boolean {
  return route.startsWith(PARKED)
}

/** Whether what is parked waits for nothing but its bulk, which is paused or slow. */
export function waitsForItsBulk(route: string): boolean {
  return route.startsWith(`${PARKED}${BULK}`) || route.startsWith(`${PARKED}${SPEED}`)
}

/** Condition on a batch that waits for the speed limit of its bulk; as in the index. */
export function waitsForSpeed(sql: Queryable) {
  return sql`batch.speed_id is not null and starts_with(batch.route, 'held:speed-')`
}

/** The route that messages really take. */
export function unparkedRoute(route: string): string {
  return isParked(route) ? route.slice(route.indexOf(':', PARKED.length) + 1) : route
}

/**
 * Gives what is parked its route back, with its place there, once nothing holds it any more; where its bulk has a speed
 * limit, it waits for that again. Resolves with these routes. Batches that another process works on are left to it.
 */
export async function releaseParked(sql: Sql): Promise<readonly string[]> {
  const released: string[] = []
  for (const parked of await findReleased(sql)) {
    while ((await releaseSome(sql, parked)) === STEP);
    released.push(unparkedRoute(parked))
  }
  return released
}

/** Takes one step in the index for each route that something is parked under, however much that is. */
async function findReleased(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ route: string }[]>`
    with recursive known as (
      (
        select route from batch
        where owner is null and cancelled_at is null and route >= ${PARKED} and route < ${BEYOND}
        order by route limit 1
      )
      union all
      select (
        select batch.route from batch
        where batch.owner is null and batch.cancelled_at is null
          and batch.route > known.route and batch.route < ${BEYOND}
        order by batch.route limit 1
      )
      from known where known.route is not null
    )
    select route from known
    where route is not null
      and not exists (select from sending_hold where kind = 'client' and name = split_part(known.route, ':', 2))
      and not exists (select from paused_bulk where ${BULK} || pause_id = split_part(known.route, ':', 2))
      and not exists (select from bulk_speed where ${SPEED} || speed_id = split_part(known.route, ':', 2))`
  return rows.map(({ route }) => route)
}

async function releaseSome(sql: Sql, parked: string): Promise<number> {
  const { count } = await sql`
    update batch set route = coalesce(
      (select ${PARKED + SPEED} || speed_id || ':' from bulk_speed where bulk_speed.speed_id = batch.speed_id), ''
    ) || ${unparkedRoute(parked)}
    where batch_id = any(array(
      select batch_id from batch
      where owner is null and cancelled_at is null and route = ${parked}
      order by route, priority, due_at, batch_id limit ${STEP}::integer for update skip locked
    ))`
  return count
}
