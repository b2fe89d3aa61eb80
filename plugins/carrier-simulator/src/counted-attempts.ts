/** How many messages' attempts are remembered; the oldest is dropped first. */
const MEMORY = 100_000

/** Counts how often each message was tried, for the fates that depend on it. */
export class CountedAttempts {
  readonly #attempts = new Map<number, number>()

  /** The number of this attempt, from 1. */
  next(smsId: number): number {
    const attempt = (this.#attempts.get(smsId) ?? 0) + 1
    if (attempt === 1 && this.#attempts.size >= MEMORY) {
      for (const oldest of this.#attempts.keys()) {
        this.#attempts.delete(oldest)
        break
      }
    }
    this.#attempts.set(smsId, attempt)
    return attempt
  }
}
