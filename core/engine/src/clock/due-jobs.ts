import { chunksOf } from '../database/chunks.ts'
import type { NodeTools } from '../database/node-tools.ts'
import { type DueSecond, planSeconds } from './chore-runs.ts'

/** What falls due later than this is planned by the chore itself, which is done more often than that. */
const HORIZON_MS = 120_000

/** This long before it a second may still be taken to be planned. */
const MARGIN_MS = 1_000

/** Seconds in one statement. */
const AT_ONCE = 500

/** Planned seconds that are remembered; a full memory is emptied, and they are planned again in vain. */
const REMEMBERED = 10_000

/**
 * Has chores done when something falls due: at the end of that second, by one job for all that falls due in it.
 *
 * Jobs are added after the commit of what they are for, and not with it: two transactions that add the same job wait
 * for each other's end. One that is not added, because the node ends just then, is made up for by the regular run.
 */
export class DueJobs {
  readonly #options: NodeTools
  readonly #waiting = new Map<string, DueSecond>()
  readonly #planned = new Set<string>()
  #planning: Promise<void> | undefined

  constructor(options: NodeTools) {
    this.#options = options
  }

  /** Call when what falls due at a time is committed. */
  add(chore: string, dueAt: Date): void {
    const now = this.#options.clock.now()
    if (dueAt.getTime() > now + HORIZON_MS) return
    const second = Math.ceil(dueAt.getTime() / 1000)
    const key = `${chore} ${second}`
    if (second * 1000 > now + MARGIN_MS && this.#planned.has(key)) return
    this.#waiting.set(key, { name: chore, second })
    this.#planning ??= this.#plan()
  }

  async #plan(): Promise<void> {
    // What is added in the same turn of the event loop shares the statement.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const seconds = [...this.#waiting]
      this.#waiting.clear()
      for (const some of chunksOf(seconds, AT_ONCE)) await this.#planSome(some)
    }
    this.#planning = undefined
  }

  async #planSome(some: readonly (readonly [string, DueSecond])[]): Promise<void> {
    const { sql, logger } = this.#options
    try {
      await planSeconds(
        sql,
        some.map(([, second]) => second),
      )
      if (this.#planned.size > REMEMBERED) this.#planned.clear()
      for (const [key] of some) this.#planned.add(key)
    } catch (error) {
      logger.debug({ err: error }, 'jobs were not added; what they are for is found by the regular run')
    }
  }
}
