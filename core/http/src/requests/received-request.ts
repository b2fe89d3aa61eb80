import type { HttpHeaders, HttpMethod, HttpRequest, HttpRequestHead } from '@heliograph/contracts'
import { NO_BODY } from './message-framing.ts'

/** A request as the servers hand it to the router. */
export class ReceivedRequest implements HttpRequest {
  readonly method: HttpMethod
  readonly path: string
  readonly query: string
  readonly headers: HttpHeaders
  readonly params: Readonly<Record<string, string>>
  readonly remoteAddress: string
  body: Buffer = NO_BODY
  /** True once it has been answered without its handler, which is still at it. */
  isAnswered = false
  readonly #onSignal: ((abort: () => void) => void) | undefined
  #abortion: AbortController | undefined
  #isAborted = false

  /** @param onSignal - called once the signal is wanted, with what aborts it; for servers to which watching every connection would be a cost. */
  constructor(head: HttpRequestHead, onSignal?: (abort: () => void) => void) {
    this.method = head.method
    this.path = head.path
    this.query = head.query
    this.headers = head.headers
    this.params = head.params
    this.remoteAddress = head.remoteAddress
    this.#onSignal = onSignal
  }

  /** Made when it is first read: nearly every request is answered without. */
  get signal(): AbortSignal {
    if (this.#abortion === undefined) {
      this.#abortion = new AbortController()
      if (this.#isAborted) this.#abortion.abort()
      else this.#onSignal?.(() => this.abort())
    }
    return this.#abortion.signal
  }

  /** The client gets another answer than its handler's, which is told so. */
  giveUp(): void {
    this.isAnswered = true
    this.abort()
  }

  /** The client has gone. */
  abort(): void {
    this.#isAborted = true
    this.#abortion?.abort()
  }
}
