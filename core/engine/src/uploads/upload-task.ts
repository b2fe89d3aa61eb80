import { isGatewayError, type Logger } from '@heliograph/contracts'
import { serviceAnswer } from '../database/service-answer.ts'
import { checkNext } from './check-upload.ts'
import { fillNext } from './fill-upload.ts'
import { lastingReason, type SendOptions, sendNext, stopUpload } from './send-upload.ts'
import { addUploadJob, parseUploadJob } from './upload-job.ts'
import { findUpload } from './upload-statements.ts'

export interface UploadTaskOptions extends SendOptions {
  readonly logger: Logger
}

/** How long a job works before it leaves the rest to the next one; a node that stops waits for it. */
const TURN_MS = 2_000

/** How long to wait before the next attempt when the error does not say. */
const RETRY_MS = 5_000

/**
 * Creates the task for the jobs of uploads. For some seconds it checks or submits rows of an upload, depending on the
 * upload's state.
 */
export function createUploadTask(options: UploadTaskOptions): (payload: unknown) => Promise<void> {
  const { sql, clock, logger } = options

  /** Does the next step. Resolves with false when there is nothing more to do for now. */
  async function step(uploadId: number): Promise<boolean> {
    const upload = await serviceAnswer(findUpload(sql, uploadId))
    if (upload?.state !== 'checking' && upload?.state !== 'sending') return false
    try {
      if (upload.state === 'sending') return await sendNext(options, upload)
      return await (upload.filling === null ? checkNext : fillNext)(options, upload)
    } catch (error) {
      const reason = lastingReason(error)
      if (reason === undefined) throw error
      logger.info({ uploadId, reason }, 'an upload was stopped automatically')
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
