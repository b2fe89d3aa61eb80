import type { MessageState, Metrics } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import { afterTransaction, type Transaction } from '../database/database.ts'
import { Tallies } from '../tallies.ts'

/** In the place of a link, for messages that the gateway ended on its own. */
export const NO_LINK = 'none'

const LABELS = ['link', 'state'] as const

/** The end of a message. */
export interface MessageEnd {
  /** The link whose answer or receipt ended it. */
  readonly link: string
  readonly state: MessageState
}

/** Counts messages by their final states. One that a late receipt changes counts again, in its new state. */
export class FinalCounts {
  readonly #ended: Tallies

  constructor(metrics: Metrics) {
    const help =
      'Messages that reached a final state, by the link whose answer or receipt ended them (none: the gateway)'
    this.#ended = new Tallies(metrics.counter('messages_final', help, LABELS), LABELS)
  }

  add(link: string, state: MessageState, messages = 1): void {
    this.#ended.of(link, state).count += messages
  }

  /** Counts those of the states that are final once the transaction is committed. */
  addAfter(tx: Transaction, ends: readonly MessageEnd[]): void {
    const final = ends.filter(({ state }) => isFinal(state))
    if (final.length === 0) return
    afterTransaction(tx, (isCommitted) => {
      if (isCommitted) for (const { link, state } of final) this.add(link, state)
    })
  }
}
