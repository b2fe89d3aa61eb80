import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { JOB_MAX_ATTEMPTS } from '../notify/webhooks/webhook-job.ts'

/** Name of the task that does what incoming SMS set off; see `createIncomingTask`. */
export const INCOMING_TASK = 'incoming'

/**
 * What is left to do for an incoming SMS once everything that is only written to the database has been written. Each
 * step may be repeated.
 */
export type IncomingStep = 'end-waiting' | 'confirm' | 'auto-reply' | 'forward'

/** Remembers incoming SMS as work, and adds the job that does it, in the transaction that stores them. */
export async function addWork(tx: Transaction, incomingIds: readonly number[]): Promise<void> {
  if (incomingIds.length === 0) return
  await tx`
    with added as (
      insert into incoming_work (incoming_id) select * from unnest(${numberArray(incomingIds)}::bigint[])
    )
    select (graphile_worker.add_job(
      ${INCOMING_TASK}::text, json_build_object('incomingIds', ${numberArray(incomingIds)}::bigint[]),
      max_attempts => ${JOB_MAX_ATTEMPTS}::integer
    )).id`
}

/** What is left to do for incoming SMS by id, in the order of the ids; null = nothing has been done yet. */
export type Work = ReadonlyMap<number, readonly IncomingStep[] | null>

/** Locks the work that is left. */
export async function lockWork(tx: Transaction, incomingIds: readonly number[]): Promise<Work> {
  if (incomingIds.length === 0) return new Map()
  const rows = await tx<{ incoming_id: number; steps: IncomingStep[] | null }[]>`
    select incoming_id, to_json(steps) as steps from incoming_work
    where incoming_id = any(${numberArray(incomingIds)}::bigint[]) order by incoming_id for update`
  return new Map(rows.map((row) => [row.incoming_id, row.steps]))
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

/** Records what is left of locked work. */
export async function keepSteps(
  tx: Transaction,
  works: readonly { readonly incomingId: number; readonly steps: readonly IncomingStep[] }[],
): Promise<void> {
  const [left, done] = [works.filter(({ steps }) => steps.length > 0), works.filter(({ steps }) => steps.length === 0)]
  if (left.length > 0)
    await tx`
      update incoming_work set steps = given.steps::text[]
      from unnest(
        ${numberArray(left.map(({ incomingId }) => incomingId))}::bigint[],
        ${textArray(left.map(({ steps }) => textArray(steps)))}::text[]
      ) as given (incoming_id, steps)
      where incoming_work.incoming_id = given.incoming_id`
  await endWork(
    tx,
    done.map(({ incomingId }) => incomingId),
  )
}

/** Removes work that is done. */
export async function endWork(sql: Queryable, incomingIds: readonly number[]): Promise<void> {
  if (incomingIds.length === 0) return
  await sql`delete from incoming_work where incoming_id = any(${numberArray(incomingIds)}::bigint[])`
}
