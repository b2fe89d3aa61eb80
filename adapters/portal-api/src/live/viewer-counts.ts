import { GatewayError } from '@heliograph/contracts'

/** Streams that a user may have open on a node: one for each of its browsers, and for each client it acts for. */
const MOST_STREAMS = 20

/** Counts the open streams of users. */
export class ViewerCounts {
  readonly #counts = new Map<number, number>()

  /** How many are open. */
  get open(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /**
   * Takes a place, which the returned function, called once, gives back. Throws `throttled`/`too-many-streams` when the
   * user has as many streams as allowed.
   */
  enter(userId: number): () => void {
    const count = this.#counts.get(userId) ?? 0
    if (count >= MOST_STREAMS) {
      const text = `At most ${MOST_STREAMS} streams may be open at once: close some`
      throw new GatewayError('throttled', 'too-many-streams', text, { retryAfterSeconds: 60 })
    }
    this.#counts.set(userId, count + 1)
    return () => {
      const left = (this.#counts.get(userId) ?? 1) - 1
      if (left > 0) this.#counts.set(userId, left)
      else this.#counts.delete(userId)
    }
  }
}
