import { retryForever } from '../../database/retry-forever.ts'
import { LookLoop } from '../../ownership/look-loop.ts'
import { freeRows, takeLost } from '../../ownership/owned-rows.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { claimUploads, type DueUpload, endSlice, UPLOADS } from './due-uploads.ts'
import type { RunUploadSlice } from './upload-slices.ts'

/** How often to look for uploads that fall due; changes by clients are announced. */
const POLL_MS = 1_000

/** Uploads that a node works on at once. */
const AT_ONCE = 20

export interface UploadWorkOptions extends OwnerTools {
  readonly runSlice: RunUploadSlice
}

/** Works on the uploads that are due, in slices of some seconds, so that long ones do not hold up others. */
export class UploadWork {
  readonly #options: UploadWorkOptions
  readonly #loop: LookLoop
  /** Slices under way, by the upload. */
  readonly #slices = new Map<number, Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(options: UploadWorkOptions) {
    this.#options = options
    this.#loop = new LookLoop({
      ...options,
      what: 'uploads',
      everyMs: POLL_MS,
      takeLost: () => this.#takeLost(),
      look: () => this.#claim(),
    })
  }

  start(): void {
    void this.#loop.start()
  }

  /** Call when uploads may be due. */
  look(): void {
    void this.#loop.look()
  }

  /** Waits for the slices under way. */
  async stop(): Promise<void> {
    const { sql, leaseNumber, logger } = this.#options
    await this.#loop.stop()
    this.#stopping.abort()
    await Promise.all(this.#slices.values())
    await freeRows(sql, UPLOADS, leaseNumber()).catch((error: unknown) =>
      logger.warn({ err: error }, 'uploads could not be released; they become free when the lease expires'),
    )
  }

  async #claim(): Promise<boolean> {
    const lease = this.#options.lease()
    const room = AT_ONCE - this.#slices.size
    if (lease === null || room <= 0) return false
    const uploads = await claimUploads(this.#options.sql, lease, room)
    for (const upload of uploads) this.#begin(upload)
    return false
  }

  async #takeLost(): Promise<void> {
    await takeLost<DueUpload>(this.#options.sql, UPLOADS, this.#options.leaseNumber(), {
      isHeld: (uploadId) => this.#slices.has(uploadId),
      take: (uploads) => {
        for (const upload of uploads) this.#begin(upload)
      },
    })
  }

  #begin(upload: DueUpload): void {
    const slice = this.#work(upload).finally(() => {
      this.#slices.delete(upload.upload_id)
      // There is room for another, or the same again.
      this.look()
    })
    this.#slices.set(upload.upload_id, slice)
  }

  /** A slice whose end cannot be written begins again when the upload is found to be lost. */
  async #work(upload: DueUpload): Promise<void> {
    const { sql, clock, logger, leaseNumber, runSlice } = this.#options
    const againInMs = await runSlice(upload.upload_id)
    const retry = { clock, logger, what: 'ending the time slice of an upload', signal: this.#stopping.signal }
    await retryForever(retry, () => endSlice(sql, leaseNumber(), upload, againInMs)).catch((error: unknown) =>
      logger.warn({ err: error, uploadId: upload.upload_id }, 'an upload could not be released'),
    )
  }
}
