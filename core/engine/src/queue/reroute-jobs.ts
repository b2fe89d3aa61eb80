import { numberArray, textArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import type { RoutedMessage } from '../dispatch/routing/router.ts'
import { addDispatchJobs } from './dispatch-jobs.ts'
import { dispatchTask } from './job-specs.ts'

/** Jobs moved in one transaction. */
const BATCH = 100

export interface RerouteOptions {
  /** Routes that exist. */
  readonly routes: readonly string[]
  readonly routeFor: (to: string, message: RoutedMessage) => string
  /** Only jobs that have been due for so long: another node, with another configuration, may know their route. Null: all. */
  readonly overdueSeconds: number | null
}

interface OrphanRow {
  readonly id: number
  readonly priority: number
  readonly run_at: Date
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
 * Gives messages of routes that no longer exist the route that they would get now, at the same time and priority; schedules stay schedules. Resolves with how many
 * jobs were moved.
 */
export async function rerouteJobs(sql: Sql, options: RerouteOptions): Promise<number> {
  let moved = 0
  for (;;) {
    const count = await sql.begin((tx) => rerouteBatch(tx, options))
    moved += count
    if (count < BATCH) return moved
  }
}

async function rerouteBatch(tx: Transaction, options: RerouteOptions): Promise<number> {
  const orphans = await tx<OrphanRow[]>`
    select job.id, job.priority::integer as priority, job.run_at,
      array(select value::bigint from json_array_elements_text(job.payload->'ids')) as sms_ids
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier like 'dispatch:%' and task.identifier <> all(${textArray(options.routes.map(dispatchTask))}::text[])
      and job.locked_at is null
      and (
        ${options.overdueSeconds}::integer is null
        or job.run_at < now() - ${options.overdueSeconds}::integer * interval '1 second'
      )
    order by job.id limit ${BATCH}::integer for update of job skip locked`
  if (orphans.length === 0) return 0
  const routes = await findRoutes(
    tx,
    orphans.flatMap((job) => job.sms_ids),
    options.routeFor,
  )
  for (const orphan of orphans) await moveJob(tx, orphan, routes)
  return orphans.length
}

async function findRoutes(
  tx: Transaction,
  smsIds: readonly number[],
  routeFor: RerouteOptions['routeFor'],
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

/** One job becomes one for each route its messages take. */
async function moveJob(tx: Transaction, orphan: OrphanRow, routes: ReadonlyMap<number, string>): Promise<void> {
  const { id, priority, run_at: runAt } = orphan
  const groups = new Map<string, number[]>()
  for (const smsId of orphan.sms_ids) {
    const route = routes.get(smsId)
    // A message that is no longer there needs no job.
    if (route !== undefined) groups.set(route, [...(groups.get(route) ?? []), smsId])
  }
  await tx`delete from graphile_worker._private_jobs where id = ${id}::bigint`
  const jobs = [...groups].map(([route, smsIds]) => ({ route, priority, runAt, smsIds }))
  const jobIds = await addDispatchJobs(tx, jobs)
  await tx`
    with schedule as (delete from scheduled_job where job_id = ${id}::bigint returning client_id, bulk_id, send_at)
    insert into scheduled_job (job_id, client_id, bulk_id, send_at, sms_ids)
    select given.job_id, schedule.client_id, schedule.bulk_id, schedule.send_at, given.sms_ids::bigint[]
    from schedule
    cross join unnest(
      ${numberArray(jobIds)}::bigint[], ${textArray(jobs.map((job) => numberArray(job.smsIds)))}::text[]
    ) as given (job_id, sms_ids)`
}
