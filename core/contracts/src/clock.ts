/**
 * Time as the gateway sees it. Everything that reads or waits for time does so through this, so that tests can control
 * it.
 * @stability stable
 */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number
  /**
   * Calls `callback` once after `delayMs`. Returns a function that cancels it. A pending timer does not keep the
   * process alive.
   */
  after(delayMs: number, callback: () => void): () => void
}
