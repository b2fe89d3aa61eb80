import type { Clock, Logger, Network, UnreportedPart } from '@heliograph/contracts'
import { fateOf } from './fates.ts'
import type { Receipt } from './receipt-sender.ts'

export interface OwedReceiptsOptions {
  readonly carrier: string
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  /** Receipts younger than this are still on their way. */
  readonly graceMs: number
  /** True for a part of this run, whose receipt is still in memory if it is owed. */
  readonly isOwn: (networkId: string) => boolean
  readonly send: (receipts: readonly Receipt[]) => void
}

const ROUND_MS = 10_000
const PAGE = 1_000
/**
 * Number of rounds after which a message is no longer asked about: by then, the node with its receipt in memory has
 * sent it or is gone.
 */
const ROUNDS_REMEMBERED = 6

/**
 * Sends the receipts that were lost with a killed process.
 *
 * A real network outlives the gateway and reports later. This one is part of the gateway, so it asks the gateway which
 * parts were never reported on: about all parts when it starts, and about the latest from time to time, since another
 * node may have been killed. A receipt that arrives twice does no harm.
 */
export class OwedReceipts {
  readonly #options: OwedReceiptsOptions
  /** The highest ids of the last rounds, oldest first. */
  readonly #highest: number[] = []
  #cancel: (() => void) | undefined
  #closed = false

  constructor(options: OwedReceiptsOptions) {
    this.#options = options
  }

  open(): void {
    this.#plan(0)
  }

  close(): void {
    this.#closed = true
    this.#cancel?.()
  }

  #plan(delayMs: number): void {
    if (!this.#closed) this.#cancel = this.#options.clock.after(delayMs, () => void this.#round())
  }

  async #round(): Promise<void> {
    try {
      const from = this.#highest.length === ROUNDS_REMEMBERED ? (this.#highest.shift() ?? 0) : 0
      this.#highest.push(await this.#sendAfter(from))
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'owed receipts not found, trying again')
    }
    this.#plan(ROUND_MS)
  }

  /** Sends the receipts owed for messages above `smsId`. Resolves with the highest id seen. */
  async #sendAfter(smsId: number): Promise<number> {
    const { carrier, network, clock, graceMs, isOwn, send } = this.#options
    const submittedBefore = new Date(clock.now() - graceMs)
    let highest = smsId
    while (!this.#closed) {
      const parts = await network.unreported({ carrier, submittedBefore, afterSmsId: highest, limit: PAGE })
      send(parts.filter(({ networkId }) => !isOwn(networkId)).flatMap(receiptFor))
      highest = parts.at(-1)?.smsId ?? highest
      if (parts.length < PAGE) break
    }
    return highest
  }
}

function receiptFor({ networkId, to, submittedAt }: UnreportedPart): readonly Receipt[] {
  const content = fateOf(to).receipt
  return content === null ? [] : [{ networkId, to, content, doneAt: submittedAt }]
}
