import type { RunStatement } from '../../database/cancellable-statements.ts'
import type { Queryable } from '../../database/database.ts'

/**
 * How far the order of ids and the order of acceptance may be apart. A message is stamped before it gets its id, which
 * may wait for the database (a minute at most), and its id may come from a block taken a minute before; the rest allows
 * for clocks that differ.
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
 * Finds bounds of ids outside of which a client (null: all clients) has no message that was accepted within a period.
 *
 * Ids grow with time, apart from the delay above, so the boundaries are found by bisection over the index of the
 * client's messages: some twenty look-ups instead of reading everything that is newer or older.
 */
export async function findIdBounds(
  sql: Queryable,
  run: RunStatement,
  clientId: number | null,
  { since, until }: { readonly since?: Date | undefined; readonly until?: Date | undefined },
): Promise<IdBounds> {
  const probe = async (fromId: number) => (await run(selectFirst(sql, clientId, fromId)))[0]
  const first = await probe(0)
  const [last] = await run(selectLast(sql, clientId))
  if (first === undefined || last === undefined) return { from: null, to: null }
  const from = since && (await bisect(probe, first.sms_id, last.sms_id, since.getTime() - ID_DELAY_MS)).before
  const to = until && (await bisect(probe, first.sms_id, last.sms_id, until.getTime() + ID_DELAY_MS)).notBefore
  return { from: from ?? null, to: to ?? null }
}

/**
 * `before`: every message with a lower id precedes some message accepted before `time`. `notBefore`: every message from
 * this id on follows, or is, one accepted at `time` or later; null when the search found none.
 */
async function bisect(
  probe: (fromId: number) => Promise<Probe | undefined>,
  firstId: number,
  lastId: number,
  time: number,
): Promise<{ before: number; notBefore: number | null }> {
  let before = firstId
  let end = lastId + 1
  let notBefore: number | null = null
  while (end - before > NARROW_ENOUGH) {
    const middle = before + Math.floor((end - before) / 2)
    const found = await probe(middle)
    if (found !== undefined && found.accepted_at.getTime() < time) before = found.sms_id
    else {
      end = middle
      if (found !== undefined) notBefore = middle
    }
  }
  return { before, notBefore }
}

/** The client's first message from an id on. Whole rows are compared for the reason given in select-messages.ts. */
function selectFirst(sql: Queryable, clientId: number | null, fromId: number) {
  if (clientId === null)
    return sql<Probe[]>`
      select sms_id, accepted_at from message where sms_id >= ${fromId}::bigint order by sms_id limit 1`
  return sql<Probe[]>`
    select sms_id, accepted_at from message
    where (client_id, sms_id) >= (${clientId}::bigint, ${fromId}::bigint) and (client_id, sms_id) < (${clientId}::bigint + 1, 0)
      and sms_id >= ${fromId}::bigint
    order by client_id, sms_id limit 1`
}

function selectLast(sql: Queryable, clientId: number | null) {
  if (clientId === null) return sql<Probe[]>`select sms_id, accepted_at from message order by sms_id desc limit 1`
  return sql<Probe[]>`
    select sms_id, accepted_at from message
    where (client_id, sms_id) >= (${clientId}::bigint, 0) and (client_id, sms_id) < (${clientId}::bigint + 1, 0)
    order by client_id desc, sms_id desc limit 1`
}
