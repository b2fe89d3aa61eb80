import type { Logger } from '@heliograph/contracts'

/** So much goes on at once; more is dropped, with a line in the log. */
const MOST = 50

/**
 * Work that goes on after the answer, for requests whose answer must not tell by its time what they found. It is not
 * kept: what is under way when the process ends is lost.
 */
export class BackgroundTasks {
  readonly #logger: Logger
  readonly #underWay = new Set<Promise<void>>()

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Begins `work`, and logs the error that it ends in. Never throws. */
  begin(work: () => Promise<void>): void {
    if (this.#underWay.size >= MOST) {
      this.#logger.warn({ most: MOST }, 'too many background tasks; one was dropped')
      return
    }
    const ended = Promise.resolve()
      .then(work)
      .catch((error: unknown) => this.#logger.error({ err: error }, 'a background task failed'))
      .finally(() => this.#underWay.delete(ended))
    this.#underWay.add(ended)
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
