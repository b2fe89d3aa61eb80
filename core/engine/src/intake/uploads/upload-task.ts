import { isGatewayError, type Logger } from '@heliograph/contracts'
import { serviceAnswer } from '../../database/service-answer.ts'
import type { WorkGuard } from '../../ownership/work-starts/work-guard.ts'
import { checkNext } from './check-upload.ts'
import { dropNextDone, dropNextRows } from './drop-rows.ts'
import { type FillOptions, fillNext } from './fill-upload.ts'
import { ENDED_PROCESS } from './release-upload.ts'
import { lastingReason, type SendOptions, sendNext, stopUpload } from './send-upload.ts'
import { addUploadJob, parseUploadJob, workOfUpload } from './upload-job.ts'
import type { UploadEntry } from './upload-row.ts'
import { findUpload } from './upload-statements.ts'

export interface UploadTaskOptions extends SendOptions, FillOptions {
  readonly logger: Logger
  readonly guard: Pick<WorkGuard, 'beside' | 'run'>
}

/** How long a job works before it leaves the rest to the next one; a node that stops waits for it. */
const TURN_MS = 2_000

/** How long to wait before the next attempt when the error does not say. */
const RETRY_MS = 5_000

/** How long to wait while another node is at the upload. */
const ELSEWHERE_MS = 1_000

/**
 * Creates the task for the jobs of uploads. For some seconds it checks or submits rows of an upload, or deletes those
 * that are not needed any more, depending on the upload's state.
 */
export function createUploadTask(options: UploadTaskOptions): (payload: unknown) => Promise<void> {
  const { sql, clock, logger, guard, keptMebibytes } = options

  /** Does the next step. Resolves with false when there is nothing more to do for now. */
  async function step(uploadId: number): Promise<boolean> {
    const upload = await serviceAnswer(findUpload(sql, uploadId))
    switch (upload?.state) {
      case 'checking':
      case 'sending':
        return stepOfRows(upload)
      case 'cancelled':
        return guard.beside(() => dropNextRows(sql, uploadId))
      case 'done':
        return guard.beside(() => dropNextDone(sql, upload, keptMebibytes))
      default:
        return false
    }
  }

  async function stepOfRows(upload: UploadEntry): Promise<boolean> {
    const { upload_id: uploadId } = upload
    const outcome = await guard.run(workOfUpload(uploadId), () => workOnRows(upload))
    if (outcome.not === 'elsewhere') await addUploadJob(sql, uploadId, ELSEWHERE_MS)
    if (outcome.not === 'paused') await stopUpload(sql, upload, ENDED_PROCESS)
    return outcome.result ?? false
  }

  async function workOnRows(upload: UploadEntry): Promise<boolean> {
    try {
      if (upload.state === 'sending') return await sendNext(options, upload)
      return await (upload.filling === null ? checkNext : fillNext)(options, upload)
    } catch (error) {
      const reason = lastingReason(error)
      if (reason === undefined) throw error
      logger.info({ uploadId: upload.upload_id, reason }, 'an upload was stopped automatically')
      await stopUpload(sql, upload, reason)
      return false
    }
  }

  return async (payload) => {
    const uploadId = parseUploadJob(payload)
    const deadline = clock.now() + TURN_MS
    try {
      while (await step(uploadId)) if (clock.now() >= deadline) return await addUploadJob(sql, uploadId)
    } catch (error) {
      logger.warn({ error, uploadId }, 'an upload could not go on, it is tried again')
      const seconds = isGatewayError(error) ? error.retryAfterSeconds : undefined
      await addUploadJob(sql, uploadId, seconds === undefined ? RETRY_MS : seconds * 1_000)
    }
  }
}
