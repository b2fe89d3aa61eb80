import { GatewayError, type Health } from '@heliograph/contracts'
import { JOB_MAX_ATTEMPTS } from '../clock/job-attempts.ts'
import type { Sql, Transaction } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { UPLOAD_WORK } from '../intake/uploads/due-uploads.ts'
import { releaseUpload } from '../intake/uploads/release-upload.ts'
import { forgetWork, listPausedWork, type WorkName } from '../ownership/work-starts/work-start-statements.ts'

/** How many a reason names. */
const NAMED = 5

/** `degraded` while work is paused because it ended processes. */
export async function pausedWorkHealth(sql: Sql): Promise<Health> {
  const paused = await listPausedWork(sql, NAMED + 1)
  if (paused.length === 0) return { status: 'ok' }
  const names = paused.slice(0, NAMED).map(({ kind, key }) => `${kind} ${key}`)
  const more = paused.length > NAMED ? ' and more' : ''
  const reason = `paused because it ended two processes: ${names.join(', ')}${more} (heliograph work list)`
  return { status: 'degraded', reason }
}

/**
 * Lets paused work go on. Resolves with the client whose upload it is; undefined for other work. Throws
 * `not-found`/`work-not-found`.
 */
export async function resumeWork(sql: Sql, work: WorkName): Promise<number | undefined> {
  return inTransaction(sql, async (tx) => {
    const payload = await forgetWork(tx, work)
    if (payload === undefined)
      throw new GatewayError('not-found', 'work-not-found', `No work ${work.kind} ${work.key} is paused`)
    if (work.kind === UPLOAD_WORK) return releaseUpload(tx, Number(work.key))
    await addJob(tx, work.kind, payload)
    return undefined
  })
}

async function addJob(tx: Transaction, kind: string, payload: object): Promise<void> {
  await tx`
    select (graphile_worker.add_job(
      ${kind}::text, ${JSON.stringify(payload)}::text::json, max_attempts => ${JOB_MAX_ATTEMPTS}::integer
    )).id`
}
