import type { Clock } from '@heliograph/contracts'
import { canonicalNetworkId, networkIdCandidates } from '@heliograph/messaging'

/** A submission is recorded within this time after its receipt has come, or the sweep finds the receipt. */
const KEPT_MS = 60_000
/** The most ids remembered; of more, the sweep finds the oldest. */
const REMEMBERED = 20_000

/**
 * Remembers by which ids receipts that this process kept lately may still find their submission, so that answers of
 * links look for receipts only when there may be one for them: receipts that never fit anything cost the others
 * nothing. What other nodes keep they look for themselves.
 */
export class KeptReceipts {
  readonly #clock: Clock
  /** When each id was noted, the oldest first. */
  readonly #ids = new Map<string, number>()

  /** `clock`: measures how long something takes, and is never set. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes the id of a receipt. Call before its commit. */
  note(networkId: string): void {
    for (const id of networkIdCandidates(networkId)) {
      this.#ids.delete(id)
      this.#ids.set(id, this.#clock.now())
    }
    for (const id of this.#ids.keys()) {
      if (this.#ids.size <= REMEMBERED) return
      this.#ids.delete(id)
    }
  }

  /** Those of the networks' ids for which a receipt may wait. */
  waitingFor(networkIds: readonly string[]): readonly string[] {
    for (const [id, notedAt] of this.#ids) {
      if (this.#clock.now() - notedAt < KEPT_MS) break
      this.#ids.delete(id)
    }
    return this.#ids.size === 0 ? [] : networkIds.filter((id) => this.#ids.has(canonicalNetworkId(id)))
  }
}
