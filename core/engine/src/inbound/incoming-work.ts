import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { claimRows } from '../ownership/claim-rows.ts'
import { giveBack } from '../ownership/owned-rows.ts'
import type { OwnedTable } from '../ownership/owned-table.ts'

/** What incoming SMS set off, as far as it is left to do. */
export const INCOMING_WORK: OwnedTable = {
  name: 'incoming_work',
  key: 'incoming_id',
  columns: 'incoming_work.incoming_id, incoming_work.starts, incoming_work.failures, incoming_work.due_at',
  order: 'due_at, incoming_id',
}

/**
 * What is left to do for an incoming SMS once everything that is only written to the database has been written. Each
 * step may be repeated. An answer whose text comes from a webhook is added by the first outcome of that webhook.
 */
export type IncomingStep = 'end-waiting' | 'confirm' | 'auto-reply' | 'forward'

/** Work on incoming SMS as operators name it. */
export const INCOMING_WORK_KIND = 'incoming'

/** Remembers incoming SMS as work, in the transaction that stores them; `owner`: the lease of the node that does it. */
export async function addWork(tx: Transaction, incomingIds: readonly number[], owner: number | null): Promise<void> {
  await tx`
    insert into incoming_work (incoming_id, owner, starts)
    select incoming_id, ${owner}::bigint, ${owner === null ? 0 : 1}::integer
    from unnest(${numberArray(incomingIds)}::bigint[]) as given (incoming_id)`
}

/** Work that a node has taken. */
export interface OwnedWork {
  readonly incoming_id: number
  /** How often it was taken, this time included. */
  readonly starts: number
  /** How many of these ended with an error. */
  readonly failures: number
}

/** The most that one look claims; part of the statement's text. */
const MOST = 500

/** Claims work that has been due for longest, for the holder of a lease. Resolves with whether more may wait. */
export async function claimWork(
  sql: Queryable,
  lease: number,
  room: number,
): Promise<{ readonly rows: readonly OwnedWork[]; readonly mayHaveMore: boolean }> {
  const { rows, mayHaveMore } = await claimRows<OwnedWork>(sql, INCOMING_WORK, lease, {
    wanted: sql`(values (0, ${room}::integer)) as wanted (given, room)`,
    where: sql`true`,
    limit: MOST,
  })
  return { rows, mayHaveMore: mayHaveMore.size > 0 || rows.length >= room }
}

/** Work that failed, or is elsewhere. */
export interface PutOff {
  readonly incomingId: number
  /** How long it waits until its next start. */
  readonly delayMs: number
}

/** Gives back work that failed. */
export function putOffWork(sql: Queryable, lease: number, putOff: readonly PutOff[]): Promise<void> {
  const rows = putOff.map(({ incomingId, delayMs }) => ({ key: incomingId, retryInMs: delayMs }))
  return giveBack(sql, INCOMING_WORK, lease, rows, sql`failures = incoming_work.failures + 1`)
}

/** Gives back work that is not to be taken until `resumeIncoming`, unless it has been resumed meanwhile. */
export async function pauseIncoming(sql: Queryable, lease: number, incomingId: number): Promise<void> {
  await sql`
    update incoming_work set owner = null, due_at = case when exists (
      select from work_start
      where kind = ${INCOMING_WORK_KIND} and key = ${String(incomingId)} and paused_at is not null
    ) then null else now() end
    where incoming_id = ${incomingId}::bigint and owner = ${lease}::bigint`
}

/** Lets work be taken again, as if it never had been. */
export async function resumeIncoming(sql: Queryable, incomingId: number): Promise<void> {
  await sql`
    update incoming_work set due_at = now(), starts = 0, failures = 0 where incoming_id = ${incomingId}::bigint`
}

/** What is left to do for an incoming SMS. */
export interface Work {
  /** Null = nothing has been done yet. */
  readonly steps: readonly IncomingStep[] | null
  /** What its webhook replied to the contact; null = nothing, or there is none. */
  readonly reply: string | null
}

/** Locks the work that is left. Resolves with it by id, in the order of the ids. */
export async function lockWork(tx: Transaction, incomingIds: readonly number[]): Promise<ReadonlyMap<number, Work>> {
  if (incomingIds.length === 0) return new Map()
  const rows = await tx<(Work & { incoming_id: number })[]>`
    select incoming_id, to_json(steps) as steps, reply from incoming_work
    where incoming_id = any(${numberArray(incomingIds)}::bigint[]) order by incoming_id for update`
  return new Map(rows.map((row) => [row.incoming_id, row]))
}

/**
 * How far back to look for earlier SMS of the same contact that have not been worked on, and for how many, since a
 * contact may write without end.
 */
const EARLIER_HOURS = 24
const EARLIER_MESSAGES = 100

/**
 * Finds earlier incoming SMS from the same senders for which nothing has been done yet: an earlier request of a contact
 * must not be carried out after a later one.
 */
export async function findEarlier(tx: Transaction, incomingIds: readonly number[]): Promise<readonly number[]> {
  if (incomingIds.length === 0) return []
  const rows = await tx<{ incoming_id: number }[]>`
    select distinct earlier.incoming_id
    from unnest(${numberArray(incomingIds)}::bigint[]) as given (incoming_id)
    cross join lateral (
      select sender, received_at from incoming_message where incoming_message.incoming_id = given.incoming_id limit 1
    ) as asking
    cross join lateral (
      select incoming_message.incoming_id from incoming_message
      where incoming_message.sender = asking.sender
        and incoming_message.received_at > asking.received_at - ${EARLIER_HOURS}::integer * interval '1 hour'
        and incoming_message.incoming_id < given.incoming_id
      order by received_at desc limit ${EARLIER_MESSAGES}::integer
    ) as earlier
    cross join lateral (
      select from incoming_work
      where incoming_work.incoming_id = earlier.incoming_id and incoming_work.steps is null limit 1
    ) as untouched
    where earlier.incoming_id <> all(${numberArray(incomingIds)}::bigint[])`
  return rows.map((row) => row.incoming_id)
}

/** An incoming SMS, and steps of it. */
export interface StepsOf {
  readonly incomingId: number
  readonly steps: readonly IncomingStep[]
}

/** Records what is left of locked work of which nothing had been done. */
export async function keepSteps(tx: Transaction, works: readonly StepsOf[]): Promise<void> {
  const [left, done] = [works.filter(({ steps }) => steps.length > 0), works.filter(({ steps }) => steps.length === 0)]
  if (left.length > 0)
    await tx`
      update incoming_work set steps = given.steps::text[]
      from unnest(
        ${numberArray(left.map(({ incomingId }) => incomingId))}::bigint[],
        ${textArray(left.map(({ steps }) => textArray(steps)))}::text[]
      ) as given (incoming_id, steps)
      where incoming_work.incoming_id = given.incoming_id`
  if (done.length > 0)
    await tx`
      delete from incoming_work where incoming_id = any(${numberArray(done.map(({ incomingId }) => incomingId))}::bigint[])`
}

/**
 * Removes work whose steps are done. What a webhook has added meanwhile stays, together with the steps that were done:
 * they are then repeated with it, by whichever node takes it.
 */
export async function endSteps(sql: Queryable, done: readonly StepsOf[]): Promise<void> {
  const ids = numberArray(done.map(({ incomingId }) => incomingId))
  const ended = await sql`
    delete from incoming_work using unnest(
      ${ids}::bigint[], ${textArray(done.map(({ steps }) => textArray(steps)))}::text[]
    ) as given (incoming_id, steps)
    where incoming_work.incoming_id = given.incoming_id and incoming_work.steps <@ given.steps::text[]`
  // Only now is it certain that what was added is seen.
  if (ended.count < done.length)
    await sql`
      update incoming_work set owner = null, due_at = now(), starts = 0, failures = 0
      where incoming_id = any(${ids}::bigint[])`
}
