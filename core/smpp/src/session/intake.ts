import { FrameReader } from './frame-reader.ts'
import type { SessionSocket } from './types.ts'

interface IntakeOptions {
  readonly socket: SessionSocket
  readonly maxLength: number
  readonly isClosed: () => boolean
  /** True while nothing more may be read. */
  readonly isBlocked: () => boolean
  readonly onFrame: (frame: Buffer) => void
  /** Called when reading stops (true) or continues (false). */
  readonly onPause: (isPaused: boolean) => void
  readonly onFailure: (error: unknown) => void
}

/**
 * Cuts the data from the socket into frames and passes them on while there is room for more requests; otherwise it
 * stops reading.
 */
export class Intake {
  readonly #options: IntakeOptions
  readonly #reader: FrameReader
  #isProcessing = false
  #isPaused = false

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#reader = new FrameReader({ maxLength: options.maxLength })
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  receive(chunk: Buffer): void {
    if (this.#options.isClosed()) return
    this.#reader.push(chunk)
    this.#process()
  }

  /** Continues with the frames left over when reading stopped, as far as there is room. */
  continue(): void {
    if (this.#isPaused) this.#process()
  }

  #process(): void {
    const { isClosed, isBlocked, onFrame, onFailure } = this.#options
    // An answer given within `onFrame` calls this again.
    if (this.#isProcessing) return
    this.#isProcessing = true
    try {
      while (!isClosed() && !isBlocked()) {
        const frame = this.#reader.next()
        if (frame === undefined) break
        onFrame(frame)
      }
    } catch (error) {
      onFailure(error)
    } finally {
      this.#isProcessing = false
    }
    if (!isClosed()) this.#regulate(isBlocked())
  }

  #regulate(isBlocked: boolean): void {
    if (isBlocked === this.#isPaused) return
    this.#isPaused = isBlocked
    this.#options.onPause(isBlocked)
    if (isBlocked) this.#options.socket.pause()
    else this.#options.socket.resume()
  }
}
