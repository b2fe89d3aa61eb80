import type { Dispatcher } from 'undici'

/** A reply as received, up to the limit. */
export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly octets: Buffer
  /** Whether the reply was longer than the limit. */
  readonly isCut: boolean
}

type ResponseHeaders = RawReply['headers']

/** The error that closes the connection of a reply that is longer than wanted. */
const CUT = new Error('the rest of the reply is not read')

/**
 * One request and its reply, without a stream: a reply is small, or not read to its end. It is not decoded, so a
 * compressed reply stays compressed.
 */
export class OutboundExchange implements Dispatcher.DispatchHandler {
  readonly #limit: number
  readonly #resolve: (reply: RawReply) => void
  readonly #reject: (reason: unknown) => void
  readonly reply: Promise<RawReply>
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #headers: ResponseHeaders = {}
  #chunks: Buffer[] = []
  #size = 0
  #reason: Error | undefined

  /** @param limit octets of the reply that are kept */
  constructor(limit: number) {
    this.#limit = limit
    let resolve: (reply: RawReply) => void = () => {}
    let reject: (reason: unknown) => void = () => {}
    this.reply = new Promise((resolved, rejected) => {
      resolve = resolved
      reject = rejected
    })
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Gives up the request, even while it still waits for a connection. */
  abort(reason: Error): void {
    this.#reason ??= reason
    this.#controller?.abort(reason)
    this.#reject(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#chunks = []
    this.#size = 0
    if (this.#reason !== undefined) controller.abort(this.#reason)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size <= this.#limit) return
    this.#end()
    controller.abort(CUT)
  }

  onResponseEnd(): void {
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }

  #end(): void {
    const octets = Buffer.concat(this.#chunks).subarray(0, this.#limit)
    this.#resolve({ status: this.#status, headers: this.#headers, octets, isCut: this.#size > this.#limit })
  }
}
