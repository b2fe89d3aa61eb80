import type { Clock, Logger } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'

/** Announcements within this time share a statement; duplicates are made once. */
const GATHER_MS = 10

/**
 * Announces to all nodes what they would otherwise find a second later. Announcements are made after the commit and
 * outside it: inside a transaction they take a lock that all commits share. A lost one does no harm, because nodes also
 * look on their own.
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

  /** Sends what is waiting at once. For the end of a process. */
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
      this.#logger.debug({ err: error }, 'an announcement was not made; others find it by looking')
    }
  }
}
