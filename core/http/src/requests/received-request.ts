import type { ClientCertificate, HttpHeaders, HttpMethod, HttpRequest, HttpRequestHead } from '@heliograph/contracts'
import { NO_BODY } from './message-framing.ts'

/** A request as the servers pass it to the router. */
export class ReceivedRequest implements HttpRequest {
  readonly method: HttpMethod
  readonly path: string
  readonly query: string
  readonly headers: HttpHeaders
  readonly params: Readonly<Record<string, string>>
  readonly remoteAddress: string
  readonly isSecure: boolean
  readonly clientCertificate: ClientCertificate | undefined
  readonly requestId: string
  body: Buffer = NO_BODY
  /** True once it has been answered while its handler was still working. */
  isAnswered = false
  readonly #onSignal: ((abort: () => void) => void) | undefined
  #abortion: AbortController | undefined
  #isAborted = false

  /**
   * @param onSignal - called when the signal is first read, with the function that aborts it; for servers where
   * watching every connection would be costly.
   */
  constructor(head: HttpRequestHead, onSignal?: (abort: () => void) => void) {
    this.method = head.method
    this.path = head.path
    this.query = head.query
    this.headers = head.headers
    this.params = head.params
    this.remoteAddress = head.remoteAddress
    this.isSecure = head.isSecure
    this.clientCertificate = head.clientCertificate
    this.requestId = head.requestId
    this.#onSignal = onSignal
  }

  /** Created when it is first read, because nearly every request is answered without it. */
  get signal(): AbortSignal {
    if (this.#abortion === undefined) {
      this.#abortion = new AbortController()
      if (this.#isAborted) this.#abortion.abort()
      else this.#onSignal?.(() => this.abort())
    }
    return this.#abortion.signal
  }

  /** Marks the request as answered by something other than its handler, and aborts the handler's signal. */
  giveUp(): void {
    this.isAnswered = true
    this.abort()
  }

  /** Aborts the handler's signal because the client has gone. */
  abort(): void {
    this.#isAborted = true
    this.#abortion?.abort()
  }
}
