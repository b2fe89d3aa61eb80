import type { RequestDraft, ResponsePdu } from '../pdu/pdu.ts'
import type { SessionOptions } from './types.ts'

/** Calls the callbacks of the session's user. Their errors are logged and do not end the session. */
export class GuardedCallbacks {
  readonly #options: SessionOptions

  constructor(options: SessionOptions) {
    this.#options = options
  }

  lateResponse(response: ResponsePdu, request: RequestDraft, tookMs: number): void {
    try {
      this.#options.onLateResponse?.(response, request, tookMs)
    } catch (error) {
      this.#log(error)
    }
  }

  /** Resolves once the user is ready for the session to end. */
  async peerUnbind(): Promise<void> {
    try {
      await this.#options.onPeerUnbind?.()
    } catch (error) {
      this.#log(error)
    }
  }

  #log(error: unknown): void {
    this.#options.logger.error({ err: error }, 'a callback of an SMPP session failed')
  }
}
