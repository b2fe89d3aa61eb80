import type { Logger } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { SharedLock } from './shared-lock.ts'
import { type Beginning, beginAlone, beginWork, endWork, type WorkName } from './work-start-statements.ts'

export interface WorkGuardOptions {
  readonly sql: Sql
  readonly logger: Logger
  /** The number of this node's lease. */
  readonly lease: () => number
}

/** What came of guarded work: its result, or why it was not run. */
export type Guarded<T> =
  | { readonly result: T; readonly not?: undefined }
  | { readonly result?: undefined; readonly not: 'paused' | 'elsewhere' }

/**
 * Sees to it that no work ends one process after the other.
 *
 * Work whose cost the data of a client decides is noted before it begins and forgotten when it ends, with or without an
 * error. What is noted when a node dies may have ended it: from then on it runs alone on its node, so that it is known
 * to be the cause if that one dies as well, and innocent if it does not. Work that ended two processes is paused until
 * an operator resumes it.
 */
export class WorkGuard {
  readonly #options: WorkGuardOptions
  readonly #lock = new SharedLock()

  constructor(options: WorkGuardOptions) {
    this.#options = options
  }

  /** Runs work that cannot end a process, when no suspect is to be alone. */
  beside<T>(run: () => Promise<T>): Promise<T> {
    return this.#lock.shared(run)
  }

  /**
   * Runs work, unless it is paused or another node is at it.
   *
   * @param ends how many nodes have died over it, as far as its row shows that
   */
  async run<T>(work: WorkName, run: () => Promise<T>, ends = 0): Promise<Guarded<T>> {
    const { sql, lease } = this.#options
    if (ends === 0) {
      const outcome = await this.#lock.shared(async () => this.#go(work, await beginWork(sql, lease(), work), run))
      if (outcome !== undefined) return outcome
    }
    return this.#lock.exclusive(async () => {
      const outcome = await this.#go(work, await beginAlone(sql, lease(), work, ends), run)
      return outcome ?? { not: 'elsewhere' }
    })
  }

  /** Undefined for a suspect, which has to be alone. */
  async #go<T>(work: WorkName, beginning: Beginning, run: () => Promise<T>): Promise<Guarded<T> | undefined> {
    if (beginning === 'suspect') return undefined
    if (beginning !== 'begun') return { not: beginning }
    const { sql, logger, lease } = this.#options
    try {
      return { result: await run() }
    } finally {
      await endWork(sql, lease(), work).catch((error: unknown) =>
        logger.warn({ err: error, kind: work.kind, key: work.key }, 'the end of work could not be recorded'),
      )
    }
  }
}
