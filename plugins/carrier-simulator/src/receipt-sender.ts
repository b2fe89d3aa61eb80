import type { Clock, Logger, Network } from '@heliograph/contracts'
import type { ReceiptContent } from './fates.ts'
import { Fifo } from './fifo.ts'
import type { Journal } from './journal.ts'

/** A receipt for one part. */
export interface Receipt {
  readonly networkId: string
  /** Recipient of the message, digits. */
  readonly to: string
  readonly content: ReceiptContent
  readonly doneAt: Date
}

export interface ReceiptSenderOptions {
  /** The instance id, under which the engine has this carrier. */
  readonly carrier: string
  readonly network: Network
  readonly journal: () => Journal
  readonly clock: Clock
  readonly logger: Logger
  /** How many receipts may be under way at once. */
  readonly window: number
}

/** Shortest and longest wait after a receipt was not accepted. */
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5000
/** How long the network tries: the usual retention of receipts in an SMSC. */
const RETENTION_MS = 72 * 3_600_000

/**
 * Sends receipts to the gateway, oldest first, with a window as on a real connection. A receipt that is not accepted
 * goes to the end of the queue and all sending pauses, longer each time, until a receipt is accepted.
 */
export class ReceiptSender {
  readonly #options: ReceiptSenderOptions
  readonly #queue = new Fifo<Receipt>()
  #underWay = 0
  #held = false
  #pauseMs = 0
  #endPause: (() => void) | undefined
  #sent = 0
  #repeated = 0
  #givenUp = 0
  #idle: (() => void)[] = []

  constructor(options: ReceiptSenderOptions) {
    this.#options = options
  }

  /** Receipts that wait or are under way. */
  get pending(): number {
    return this.#queue.length + this.#underWay
  }

  counts(): { readonly sent: number; readonly repeated: number; readonly givenUp: number } {
    return { sent: this.#sent, repeated: this.#repeated, givenUp: this.#givenUp }
  }

  add(receipts: readonly Receipt[]): void {
    for (const receipt of receipts) this.#queue.push(receipt)
    this.#pump()
  }

  /** Sends these at once, ahead of the queue. Resolves when each was accepted or refused for the first time. */
  async addFirst(receipts: readonly Receipt[]): Promise<void> {
    await Promise.all(receipts.map((receipt) => this.#send(receipt)))
  }

  /** Sends nothing until `release`. */
  hold(): void {
    this.#held = true
  }

  release(): void {
    this.#held = false
    this.#pump()
  }

  /** Resolves when nothing is pending, when a receipt is refused, or when `signal` aborts. */
  async drained(signal: AbortSignal): Promise<void> {
    if (this.pending === 0 || this.#endPause !== undefined || signal.aborted) return
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /** Stops the timers. */
  close(): void {
    this.hold()
    this.#endPause?.()
    this.#endPause = undefined
  }

  #pump(): void {
    while (!this.#held && this.#endPause === undefined && this.#underWay < this.#options.window) {
      const receipt = this.#queue.shift()
      if (receipt === undefined) return
      void this.#send(receipt)
    }
  }

  async #send(receipt: Receipt): Promise<void> {
    const { carrier, network, journal } = this.#options
    const { networkId, to, content, doneAt } = receipt
    this.#underWay += 1
    try {
      await network.receipt({ carrier, networkId, to, ...content, doneAt })
      this.#sent += 1
      this.#pauseMs = 0
      journal().acknowledge(networkId)
    } catch (error) {
      this.#putBack(receipt, error)
    }
    this.#underWay -= 1
    if (this.pending === 0) this.#wakeIdle()
    this.#pump()
  }

  #putBack(receipt: Receipt, error: unknown): void {
    const { clock, logger } = this.#options
    if (clock.now() - receipt.doneAt.getTime() > RETENTION_MS) {
      this.#givenUp += 1
      logger.error({ err: error, networkId: receipt.networkId }, 'receipt given up')
      return
    }
    this.#queue.push(receipt)
    this.#repeated += 1
    if (this.#endPause === undefined) this.#pause(error)
  }

  #pause(error: unknown): void {
    const { clock, logger } = this.#options
    this.#pauseMs = Math.min(LONGEST_WAIT_MS, this.#pauseMs === 0 ? FIRST_WAIT_MS : this.#pauseMs * 2)
    logger.warn({ err: error, waitMs: this.#pauseMs }, 'the gateway does not accept receipts; retrying later')
    this.#endPause = clock.after(this.#pauseMs, () => {
      this.#endPause = undefined
      this.#pump()
    })
    this.#wakeIdle()
  }

  #wakeIdle(): void {
    for (const wake of this.#idle.splice(0)) wake()
  }
}
