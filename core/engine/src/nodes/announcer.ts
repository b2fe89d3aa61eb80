import type { Clock, Logger } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'

/** Announcements within this time share a statement, and the same one twice is made once. */
const GATHER_MS = 10

/**
 * Tells all nodes of something that they would otherwise find a second later. After the commit and apart from it: an announcement inside a transaction takes a lock that all
 * commits share. What is lost is found by looking.
 */
export class Announcer {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #waiting = new Set<string>()

  constructor({ sql, clock, logger }: { readonly sql: Sql; readonly clock: Clock; readonly logger: Logger }) {
    this.#sql = sql
    this.#clock = clock
    this.#logger = logger
  }

  announce(topic: string, argument = ''): void {
    if (this.#waiting.size === 0) this.#clock.after(GATHER_MS, () => void this.flush())
    this.#waiting.add(argument === '' ? topic : `${topic} ${argument}`)
  }

  /** Does not wait for more. For the end of a process. */
  async flush(): Promise<void> {
    if (this.#waiting.size > 0) await this.#send()
  }

  async #send(): Promise<void> {
    const payloads = [...this.#waiting]
    this.#waiting.clear()
    try {
      await this.#sql`
        select pg_notify('heliograph', payload) from unnest(${textArray(payloads)}::text[]) as given (payload)`
    } catch (error) {
      this.#logger.debug({ error }, 'an announcement was not made; others find it by looking')
    }
  }
}
