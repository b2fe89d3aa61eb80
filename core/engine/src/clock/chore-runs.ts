import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import { JOB_MAX_ATTEMPTS } from './job-attempts.ts'

/** Name of the task of all chores. Its jobs point at a chore by its name. */
export const CHORE_TASK = 'chore'

/** A regular task of the deployment. */
export interface ChoreRun {
  readonly name: string
  /** The node that did it last, or does it. */
  readonly node: string
  readonly begunAt: Date
  /** When the last run that has ended did so; null: none has. */
  readonly endedAt: Date | null
  /** Why that one failed; null: it did not. */
  readonly error: string | null
}

/** The node that does chores: its lease, and its name for operators. */
export interface ChoreDoer {
  readonly lease: number
  readonly node: string
}

/** When a chore is to be done next as a matter of course. */
export interface ChorePlan {
  readonly name: string
  readonly inMs: number
}

/** A second by which something of a chore falls due, since the epoch. */
export interface DueSecond {
  readonly name: string
  readonly second: number
}

/** Notes that a chore begins. */
export async function beginChore(sql: Queryable, { lease, node }: ChoreDoer, name: string): Promise<void> {
  await sql`
    insert into chore (name, lease, node, begun_at) values (${name}, ${lease}::bigint, ${node}, now())
    on conflict (name) do update set lease = excluded.lease, node = excluded.node, begun_at = excluded.begun_at`
}

/** Notes how a chore has ended, unless another node has begun it by now, and plans its next run. */
export async function endChore(
  sql: Queryable,
  { lease }: ChoreDoer,
  { name, inMs }: ChorePlan,
  error: unknown,
): Promise<void> {
  const text = error === undefined ? null : storableText(error instanceof Error ? error.message : String(error))
  await sql`
    with ended as (
      update chore set ended_at = now(), error = ${text} where name = ${name} and lease = ${lease}::bigint
    )
    ${planned(sql, [{ name, inMs }], sql`locked_at is null`)}`
}

/** Plans the first run of each chore that has no job. */
export async function planMissing(sql: Queryable, names: readonly string[]): Promise<void> {
  await planned(
    sql,
    names.map((name) => ({ name, inMs: 0 })),
    sql`true`,
  )
}

/** Removes the jobs of chores whose node ended just after it had planned the next run. */
export async function removeEnded(sql: Queryable): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${CHORE_TASK} and key is null and attempts >= max_attempts and locked_at is null
    ))`
}

/** Has chores done at certain times as well. Seconds that have their job already cost nothing more. */
export async function planSeconds(sql: Queryable, seconds: readonly DueSecond[]): Promise<void> {
  await planned(sql, seconds, sql`locked_at is null`)
}

/**
 * Adds a job for each plan that no job fits yet. A job that is running goes on without its key, which the new one
 * takes.
 */
function planned(sql: Queryable, plans: readonly (ChorePlan | DueSecond)[], fits: ReturnType<Queryable>) {
  return sql`
    select (graphile_worker.add_job(
      ${CHORE_TASK}::text, json_build_object('name', name),
      run_at => coalesce(to_timestamp(second), now() + in_ms * interval '1 millisecond'),
      max_attempts => ${JOB_MAX_ATTEMPTS}::integer, job_key => plan.key
    )).id
    from (
      select *, concat_ws(' ', ${CHORE_TASK}::text, name, second) as key from unnest(
        ${textArray(plans.map(({ name }) => name))}::text[],
        ${numberArray(plans.map((plan) => ('inMs' in plan ? plan.inMs : null)))}::bigint[],
        ${numberArray(plans.map((plan) => ('second' in plan ? plan.second : null)))}::bigint[]
      ) as given (name, in_ms, second)
    ) as plan
    where not exists (select from graphile_worker.jobs where jobs.key = plan.key and ${fits})
    order by plan.key`
}

/** All chores by name. */
export async function listChores(sql: Queryable): Promise<readonly ChoreRun[]> {
  return sql<ChoreRun[]>`
    select name, node, begun_at as "begunAt", ended_at as "endedAt", error from chore order by name`
}
