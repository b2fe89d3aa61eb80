import type { Sql } from '../../database/database.ts'

/**
 * Messages of a client on hold wait under a route of their own, which no node serves, so that they are in the way of no
 * other client: `held:1001:default`. No route of a configuration has a colon.
 */
const PARKED = 'held:'
/** After all of them in the order of the index. */
const BEYOND = 'held;'

/** Batches that one statement lets go. */
const STEP = 500

export function parkedRoute(clientId: number, route: string): string {
  return `${PARKED}${clientId}:${route}`
}

export function isParked(route: string): boolean {
  return route.startsWith(PARKED)
}

/** The route that messages really take. */
export function unparkedRoute(route: string): string {
  return isParked(route) ? route.slice(route.indexOf(':', PARKED.length) + 1) : route
}

/**
 * Gives what is parked of clients that are no longer on hold its route back, with its place there. Resolves with these
 * routes. What another process is at is left to it.
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
      and not exists (select from sending_hold where kind = 'client' and name = split_part(known.route, ':', 2))`
  return rows.map(({ route }) => route)
}

async function releaseSome(sql: Sql, parked: string): Promise<number> {
  const { count } = await sql`
    update batch set route = ${unparkedRoute(parked)}
    where batch_id = any(array(
      select batch_id from batch
      where owner is null and cancelled_at is null and route = ${parked}
      order by route, priority, due_at, batch_id limit ${STEP}::integer for update skip locked
    ))`
  return count
}
