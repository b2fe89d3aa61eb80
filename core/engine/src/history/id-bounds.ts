import type { Sql } from '../database/database.ts'

/**
 * How far the order of ids and the order of acceptance may be apart. A message is stamped before it gets its id, which may wait for the database (a minute
 * at most), and its id may come from a block taken a minute before; the rest is for clocks that differ.
 */
const ID_DELAY_MS = 300_000

/** Below this many ids a search would cost more than it saves. */
const NARROW_ENOUGH = 1_000

interface Probe {
  readonly sms_id: number
  readonly accepted_at: Date
}

/** A range of sms ids: `from` inclusive, `to` exclusive. */
export interface IdBounds {
  readonly from: number | null
  readonly to: number | null
}

/**
 * Ids outside of which a client has no message that was accepted within a period.
 *
 * Ids grow with time, but for the delay above, so the boundaries are found by bisection over the client's index: some twenty look-ups instead of
 * reading everything that is newer or older.
 */
export async function findIdBounds(
  sql: Sql,
  clientId: number,
  since: Date | undefined,
  until: Date | undefined,
): Promise<IdBounds> {
  const [first, last] = await Promise.all([probe(sql, clientId, 0), latest(sql, clientId)])
  if (first === undefined || last === undefined) return { from: null, to: null }
  const [lower, upper] = await Promise.all([
    since && bisect(sql, clientId, first.sms_id, last.sms_id, since.getTime() - ID_DELAY_MS),
    until && bisect(sql, clientId, first.sms_id, last.sms_id, until.getTime() + ID_DELAY_MS),
  ])
  return { from: lower?.before ?? null, to: upper?.notBefore ?? null }
}

/**
 * `before`: every message with a lower id precedes some message accepted before `time`. `notBefore`: every message from this id on follows, or is, one
 * accepted at `time` or later; null when the search met none.
 */
async function bisect(
  sql: Sql,
  clientId: number,
  firstId: number,
  lastId: number,
  time: number,
): Promise<{ before: number; notBefore: number | null }> {
  let before = firstId
  let end = lastId + 1
  let notBefore: number | null = null
  while (end - before > NARROW_ENOUGH) {
    const middle = before + Math.floor((end - before) / 2)
    const found = await probe(sql, clientId, middle)
    if (found !== undefined && found.accepted_at.getTime() < time) before = found.sms_id
    else {
      end = middle
      if (found !== undefined) notBefore = middle
    }
  }
  return { before, notBefore }
}

/** The client's first message from an id on. */
async function probe(sql: Sql, clientId: number, fromId: number): Promise<Probe | undefined> {
  const [row] = await sql<Probe[]>`
    select sms_id, accepted_at from message
    where client_id = ${clientId}::bigint and sms_id >= ${fromId}::bigint
    order by sms_id limit 1`
  return row
}

async function latest(sql: Sql, clientId: number): Promise<Probe | undefined> {
  const [row] = await sql<Probe[]>`
    select sms_id, accepted_at from message where client_id = ${clientId}::bigint order by sms_id desc limit 1`
  return row
}
