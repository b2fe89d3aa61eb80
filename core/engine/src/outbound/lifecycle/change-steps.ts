import type { Clock } from '@heliograph/contracts'
import { KeyedQueue } from '../../database/queues/keyed-queue.ts'

/** How long a client waits for the steps of a change; the background does the rest. */
const LONGEST_MS = 3_000

/**
 * Large changes go step by step, each step a short transaction. One step is under way at a time, and the changes of
 * one client follow each other, so that changes hold one connection and cost others little, however many there are.
 */
export class ChangeSteps {
  readonly #clock: Clock
  readonly #clients = new KeyedQueue()
  readonly #steps = new KeyedQueue()

  /** `clock`: measures how long something takes, and is never set. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Takes steps until one says that nothing is left, one fails, or the client has waited long enough. The change itself
   * has been decided by then, so that a failure only leaves more of it to the background.
   */
  async run(clientId: number, step: () => Promise<boolean>): Promise<void> {
    const until = this.#clock.now() + LONGEST_MS
    const takeSteps = async () => {
      while (this.#clock.now() < until && (await this.#steps.run('', step)));
    }
    await this.#clients.run(String(clientId), takeSteps).catch(() => {})
  }
}
