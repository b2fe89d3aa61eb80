import type { RawReply } from './reply-parser.ts'

/** What a request waits in, or is under way on. */
export interface CallHolder {
  /** The request is given up. */
  drop(call: OutboundCall): void
}

/** What is sent, and how its reply is read. */
export interface CallContent {
  readonly head: string
  readonly body: string | Uint8Array | undefined
  readonly bodyLength: number
  /** Whether it is a HEAD request. */
  readonly isHead: boolean
  /** Octets of the reply that are kept. */
  readonly limit: number
  /** Whether the connection may carry another request. */
  readonly keepsConnection: boolean
}

/** One request and its reply. */
export class OutboundCall {
  readonly content: CallContent
  readonly reply: Promise<RawReply>
  /** Where it is; undefined before the start and when it is over. */
  holder: CallHolder | undefined
  #resolve: (reply: RawReply) => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor(content: CallContent) {
    this.content = content
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  finish(reply: RawReply): void {
    this.holder = undefined
    this.#resolve(reply)
  }

  fail(reason: unknown): void {
    this.holder = undefined
    this.#reject(reason)
  }

  /** Gives up the request, even while it still waits for a connection. */
  abort(reason: Error): void {
    this.holder?.drop(this)
    this.fail(reason)
  }
}
