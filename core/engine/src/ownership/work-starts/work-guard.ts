import type { Logger } from '@heliograph/contracts'
import type { TaskList } from 'graphile-worker'
import type { Sql } from '../../database/database.ts'
import { AloneTurns } from './alone-turns.ts'
import { type Beginning, beginAlone, beginWork, endWork, type NewWork } from './work-start-statements.ts'

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
  readonly #turns = new AloneTurns()

  constructor(options: WorkGuardOptions) {
    this.#options = options
  }

  /** Runs work that cannot end a process, when no suspect is to be alone. */
  beside<T>(run: () => Promise<T>): Promise<T> {
    return this.#turns.beside(run)
  }

  /**
   * Runs work, unless it is paused or another node is at it.
   *
   * @param ends how many nodes have died over it, as far as its row or job shows that
   */
  async run<T>(work: NewWork, run: () => Promise<T>, ends = 0): Promise<Guarded<T>> {
    const { sql, lease } = this.#options
    if (ends === 0) {
      const outcome = await this.#turns.beside(async () => this.#go(work, await beginWork(sql, lease(), work), run))
      if (outcome !== undefined) return outcome
    }
    return this.#turns.alone(async () => {
      const outcome = await this.#go(work, await beginAlone(sql, lease(), work, ends), run)
      return outcome ?? { not: 'elsewhere' }
    })
  }

  /** Undefined for a suspect, which has to be alone. */
  async #go<T>(work: NewWork, beginning: Beginning, run: () => Promise<T>): Promise<Guarded<T> | undefined> {
    if (beginning === 'suspect') return undefined
    if (beginning !== 'begun') return { not: beginning }
    const { sql, logger, lease } = this.#options
    try {
      return { result: await run() }
    } finally {
      await endWork(sql, lease(), work).catch((error: unknown) =>
        logger.warn({ error, kind: work.kind, key: work.key }, 'the end of work could not be noted'),
      )
    }
  }

  /**
   * Guards the tasks of jobs of which there are too many to note each. Their queue counts how often one was begun: the
   * first two times it runs beside others, from then on as a suspect. Failures are no suspicion.
   */
  guardTasks(tasks: Readonly<Record<string, (payload: unknown) => Promise<void>>>): TaskList {
    const guarded: TaskList = {}
    for (const [kind, task] of Object.entries(tasks))
      guarded[kind] = async (payload, { job }) => {
        if (job.attempts <= UNNOTED_ATTEMPTS) return this.beside(() => task(payload))
        const work = { kind, key: String(job.id), payload: payload as object }
        const outcome = await this.run(work, () => task(payload), job.last_error === null ? 1 : 0)
        if (outcome.not === 'elsewhere') throw new Error('Another node is still at this job')
      }
    return guarded
  }
}

const UNNOTED_ATTEMPTS = 2
