import { GatewayError } from '@heliograph/contracts'
import { textArray } from '../../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import { changeSubscriptions, LOG, type NotedEvent } from './event-statements.ts'

/** Events that one transaction moves to the log. */
export const MOVED = 1_000
/** Rows that one statement removes. */
const STEP = 1_000

/** An event in its place. */
export interface LoggedEvent extends NotedEvent {
  readonly position: number
}

/** A place in the log, as held by the node that reads from there. */
export interface Cursor {
  readonly position: number
  readonly kinds: readonly string[]
  /** How often its next events were handed over in vain. */
  readonly tries: number
  /** Since when they may be handed over, as Postgres writes it. Differs after a replay, whatever its place. */
  readonly due_at: string
}

/** Follows from the commit on; a new follower begins with what comes then. */
export async function storeCursor(sql: Sql, name: string, kinds: readonly string[]): Promise<void> {
  await changeSubscriptions(sql, async (tx) => {
    await tx`
      insert into event_cursor (name, kinds, position)
      select ${name}, ${textArray(kinds)}::text[], position from event_log_end
      on conflict (name) do update set kinds = excluded.kinds, heard_at = now(),
        due_at = least(event_cursor.due_at, now())`
    await subscribeLog(tx)
  })
}

/** Forgets places; and what the log has, when the last one goes. */
export async function dropCursors(sql: Sql, names: readonly string[]): Promise<void> {
  await changeSubscriptions(sql, async (tx) => {
    await tx`delete from event_cursor where name = any(${textArray(names)}::text[])`
    await subscribeLog(tx)
  })
}

/** Has those kinds noted that are followed, or none. */
async function subscribeLog(tx: Transaction): Promise<void> {
  await tx`
    insert into event_subscription (name, kinds)
    select ${LOG}, wanted.kinds from (select array_agg(distinct kind) as kinds from event_cursor, unnest(kinds) as kind) as wanted
    where wanted.kinds is not null
    on conflict (name) do update set kinds = excluded.kinds, heard_at = now()`
  const [left] = await tx`
    delete from event_subscription where name = ${LOG} and not exists (select from event_cursor) returning name`
  if (left === undefined) return
  await tx`delete from event where subscription = ${LOG}`
  await tx`delete from event_log`
}

/**
 * Gives the next events their places. One node writes at a time, so that no event ever comes before one that was read;
 * resolves with how many it were, up to `MOVED`.
 */
export function writeLog(sql: Sql): Promise<number> {
  return sql.begin(async (tx) => {
    const [end] = await tx<{ position: number }[]>`select position from event_log_end for update skip locked`
    if (end === undefined) return 0
    const moved = await tx`
      with taken as (
        delete from event where event_id in (
          select event_id from event where subscription = ${tx.unsafe(`'${LOG}'`)} order by event_id limit ${MOVED}::integer
        )
        returning event_id, kind, subject_id, state
      )
      insert into event_log (position, event_id, kind, subject_id, state, noted_at)
      select ${end.position}::bigint + row_number() over (order by event_id), event_id, kind, subject_id, state,
        statement_timestamp()
      from taken`
    if (moved.count > 0) await tx`update event_log_end set position = ${end.position + moved.count}::bigint`
    return moved.count
  })
}

/**
 * Takes a place for a node, unless another one that lives has it, or it has to wait. A node that has it already writes
 * nothing, except now and then that it is still there.
 */
export async function claimCursor(sql: Queryable, lease: number, name: string): Promise<Cursor | undefined> {
  const [cursor] = await sql<Cursor[]>`
    with taken as (
      update event_cursor set owner = ${lease}::bigint, heard_at = now()
      where name = ${name} and due_at <= now()
        and (owner is distinct from ${lease}::bigint or heard_at < now() - interval '10 minutes')
        and (owner is null or owner = ${lease}::bigint or not exists (select from node where node.lease = owner))
        and exists (select from node where node.lease = ${lease}::bigint)
      returning position, kinds, tries, due_at
    )
    select position, kinds, tries, due_at::text from taken
    union all
    select position, kinds, tries, due_at::text from event_cursor
    where name = ${name} and due_at <= now() and owner = ${lease}::bigint and not exists (select from taken)`
  return cursor
}

/** The next events after a place, whatever their kind. */
export async function readLog(sql: Queryable, position: number, limit: number): Promise<readonly LoggedEvent[]> {
  return sql<LoggedEvent[]>`
    select position, event_id, kind, subject_id, state::text as state from event_log
    where position > ${position}::bigint order by position limit ${limit}::integer`
}

/** Moves a place on, unless another node has it, or its events are replayed: each replay sets when it is due. */
export async function moveCursor(
  sql: Queryable,
  lease: number,
  name: string,
  { due_at }: Pick<Cursor, 'due_at'>,
  to: number,
): Promise<void> {
  await sql`
    update event_cursor set position = ${to}::bigint, tries = 0
    where name = ${name} and owner = ${lease}::bigint and due_at = ${due_at}::text::timestamptz`
}

/** Lets the events at a place come again later, on any node. */
export async function putOffCursor(sql: Queryable, lease: number, name: string, retryInMs: number): Promise<void> {
  await sql`
    update event_cursor set owner = null, tries = tries + 1, due_at = now() + ${retryInMs}::integer * interval '1 millisecond'
    where name = ${name} and owner = ${lease}::bigint`
}

export async function releaseCursor(sql: Queryable, lease: number, name: string): Promise<void> {
  await sql`update event_cursor set owner = null where name = ${name} and owner = ${lease}::bigint`
}

/** Resolves with the time at which the first event to come again was noted. */
export async function replayFrom(sql: Queryable, name: string, from: Date): Promise<Date | null> {
  const [moved] = await sql<{ noted_at: Date | null }[]>`
    with first as (
      select position, noted_at from event_log where noted_at >= ${from.toISOString()}::timestamptz order by noted_at, position limit 1
    )
    update event_cursor set tries = 0, due_at = now(),
      position = coalesce((select position - 1 from first), (select position from event_log_end))
    where name = ${name} returning (select noted_at from first) as noted_at`
  if (moved === undefined)
    throw new GatewayError('not-found', 'follower-not-found', `Nothing follows events under the name '${name}'`)
  return moved.noted_at
}

/** Forgets followers that no node has had for this long. Resolves with their names. */
export async function dropUnheardCursors(sql: Sql, days: number): Promise<readonly string[]> {
  const unheard = await sql<{ name: string }[]>`
    select name from event_cursor where heard_at < now() - ${days}::integer * interval '1 day'`
  const names = unheard.map(({ name }) => name)
  if (names.length > 0) await dropCursors(sql, names)
  return names
}

/**
 * Removes what is older from the log, and then what was noted of handled events that cannot come again: they stand in
 * the log no more, and wait for no subscription.
 */
export async function dropOldEvents(sql: Sql, days: number): Promise<void> {
  await inSteps(
    () => sql`
      delete from event_log where position in (
        select position from event_log where noted_at < now() - ${days}::integer * interval '1 day'
        order by noted_at limit ${STEP}::integer
      )`,
  )
  await inSteps(
    () => sql`
      delete from handled_event where (instance, event_id) in (
        select instance, event_id from handled_event
        where handled_at < now() - ${days + 1}::integer * interval '1 day'
          and not exists (select from event where event.event_id = handled_event.event_id)
        order by handled_at limit ${STEP}::integer
      )`,
  )
}

async function inSteps(remove: () => PromiseLike<{ readonly count: number }>): Promise<void> {
  while ((await remove()).count === STEP);
}
