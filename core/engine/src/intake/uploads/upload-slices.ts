import { type Clock, isGatewayError, type Logger } from '@heliograph/contracts'
import { serviceAnswer } from '../../database/service-answer.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import type { WorkGuard } from '../../ownership/work-starts/work-guard.ts'
import { awaitMessages } from './await-messages.ts'
import { checkNext } from './check-upload.ts'
import { dropNextDone } from './drop-rows.ts'
import { workOfUpload } from './due-uploads.ts'
import { type CancelOptions, endNext } from './end-cancelled.ts'
import { type FillOptions, fillNext } from './fill-upload.ts'
import { ENDED_PROCESS } from './release-upload.ts'
import { lastingReason, type SendOptions, sendNext, stopUpload } from './send-upload.ts'
import type { UploadEntry } from './upload-row.ts'
import { findUpload } from './upload-statements.ts'

export interface UploadSliceOptions extends SendOptions, FillOptions, CancelOptions {
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly logger: Logger
  readonly guard: Pick<WorkGuard, 'beside' | 'run'>
  readonly changeNotes?: Pick<ChangeNotes, 'note'> | undefined
}

/** How long a time slice is; other uploads have theirs after it, and a node that stops waits no longer than that. */
const SLICE_MS = 2_000

/** How long to wait before the next attempt when the error does not say. */
const RETRY_MS = 5_000

/** How long to wait while another node works on the upload. */
const ELSEWHERE_MS = 1_000

/**
 * Works on an upload for one time slice: checks or submits rows, waits for its messages, or deletes rows that are not
 * needed any more, depending on its state. Resolves with how long to wait before the next slice; null when nothing is
 * left to do.
 */
export type RunUploadSlice = (uploadId: number) => Promise<number | null>

export function createUploadSlices(options: UploadSliceOptions): RunUploadSlice {
  const { sql, steady, logger, guard, keptMebibytes, changeNotes } = options

  /** Does the next step. Resolves with how long to wait before the one after it. */
  async function step(uploadId: number): Promise<number | null> {
    const upload = await serviceAnswer(findUpload(sql, uploadId))
    if (upload === undefined) return null
    try {
      return await stepOf(upload)
    } finally {
      changeNotes?.note({ subject: 'uploads', clientId: upload.clientId })
    }
  }

  async function stepOf(upload: UploadEntry): Promise<number | null> {
    switch (upload.state) {
      case 'checking':
        return stepOfRows(upload)
      case 'sending':
      case 'scheduled':
        return upload.sentRows < upload.rows ? stepOfRows(upload) : guard.beside(() => awaitMessages(options, upload))
      case 'cancelled':
        return (await guard.beside(() => endNext(options, upload))) ? 0 : null
      case 'done':
        return (await guard.beside(() => dropNextDone(sql, upload, keptMebibytes))) ? 0 : null
      default:
        return null
    }
  }

  async function stepOfRows(upload: UploadEntry): Promise<number | null> {
    const outcome = await guard.run(workOfUpload(upload.uploadId), () => workOnRows(upload))
    if (outcome.not === 'elsewhere') return ELSEWHERE_MS
    if (outcome.not === 'paused') await stopUpload(sql, upload, ENDED_PROCESS)
    return outcome.result ? 0 : null
  }

  async function workOnRows(upload: UploadEntry): Promise<boolean> {
    try {
      if (upload.state === 'sending') return await sendNext(options, upload)
      return await (upload.filling === null ? checkNext : fillNext)(options, upload)
    } catch (error) {
      const reason = lastingReason(error)
      if (reason === undefined) throw error
      logger.info({ uploadId: upload.uploadId, reason }, 'an upload was paused automatically')
      await stopUpload(sql, upload, reason)
      return false
    }
  }

  return async (uploadId) => {
    const deadline = steady.now() + SLICE_MS
    try {
      for (;;) {
        const wait = await step(uploadId)
        if (wait !== 0 || steady.now() >= deadline) return wait
      }
    } catch (error) {
      logger.warn({ err: error, uploadId }, 'an upload failed; it will be retried')
      const seconds = isGatewayError(error) ? error.retryAfterSeconds : undefined
      return seconds === undefined ? RETRY_MS : seconds * 1_000
    }
  }
}
