import type { Queryable } from '../../database/database.ts'
import { JOB_MAX_ATTEMPTS } from '../../notify/webhooks/webhook-job.ts'
import type { NewWork } from '../../ownership/work-starts/work-start-statements.ts'

/** Name of the task that checks and submits the rows of an upload. */
export const UPLOAD_TASK = 'upload'

/** Adds the job that works on an upload; if one is waiting already, it is that one. */
export async function addUploadJob(sql: Queryable, uploadId: number, delayMs = 0): Promise<void> {
  await sql`
    select (graphile_worker.add_job(
      ${UPLOAD_TASK}::text, json_build_object('uploadId', ${uploadId}::bigint),
      run_at => now() + ${delayMs}::integer * interval '1 millisecond',
      job_key => ${`upload ${uploadId}`}::text, max_attempts => ${JOB_MAX_ATTEMPTS}::integer
    )).id`
}

/** An upload as work that may end a process. */
export function workOfUpload(uploadId: number): NewWork {
  return { kind: UPLOAD_TASK, key: String(uploadId), payload: { uploadId } }
}

/** Throws when the payload is not one of this task. */
export function parseUploadJob(payload: unknown): number {
  const { uploadId } = (payload ?? {}) as Record<string, unknown>
  if (!Number.isSafeInteger(uploadId)) throw new Error('Not a job of an upload', { cause: payload })
  return uploadId as number
}
