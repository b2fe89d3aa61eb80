import { GatewayError, type Health } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { INCOMING_WORK_KIND, resumeIncoming } from '../inbound/incoming-work.ts'
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
    if (!(await forgetWork(tx, work)))
      throw new GatewayError('not-found', 'work-not-found', `No work ${work.kind} ${work.key} is paused`)
    if (work.kind === UPLOAD_WORK) return releaseUpload(tx, Number(work.key))
    if (work.kind === INCOMING_WORK_KIND) await resumeIncoming(tx, Number(work.key))
    return undefined
  })
}
