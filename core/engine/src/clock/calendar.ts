import { waitAtMost } from '@heliograph/contracts'
import type { TaskList } from 'graphile-worker'
import type { NodeTools } from '../database/node-tools.ts'
import { LookLoop } from '../ownership/look-loop.ts'
import { beginChore, CHORE_TASK, type ChoreDoer, endChore, planMissing, removeEnded } from './chore-runs.ts'
import { hastenRetries } from './hasten-retries.ts'
import { freeStrayPools } from './stray-pools.ts'

/** How often a node looks for jobs that are missing or held up: this alone cannot be a job. */
const LOOK_MS = 15_000

/** How long a stop waits for chores. */
const LAST_MS = 1_000

/** What the deployment does regularly. */
export interface Chore {
  readonly name: string
  /** From the end of one run to the next. */
  readonly everyMs: number
  readonly run: () => Promise<void>
}

export interface CalendarOptions extends NodeTools {
  /** This node. */
  readonly doer: () => ChoreDoer
  readonly chores: readonly Chore[]
}

/**
 * What is done regularly: each chore has one job in the deployment, which plans the next run when it has ended. The
 * last run and its error are kept.
 *
 * graphile-worker has a crontab of its own, but that goes by the clocks of the nodes: one that is a year ahead would
 * end it for a year. And its times are whole minutes.
 */
export class Calendar {
  readonly #options: CalendarOptions
  readonly #loop: LookLoop
  /** The chores that run, each with what gives it up. */
  readonly #running = new Map<Promise<void>, () => void>()
  /** The names of those. */
  readonly #busy = new Set<string>()
  /** What fell due again while it ran. */
  readonly #again = new Set<string>()
  #isStopped = false

  constructor(options: CalendarOptions) {
    const { sql, logger, chores } = options
    this.#options = options
    this.#loop = new LookLoop({
      ...options,
      what: 'jobs',
      everyMs: LOOK_MS,
      look: async () => {
        const pools = await freeStrayPools(sql)
        if (pools.length > 0) logger.warn({ pools }, 'jobs of pools without a node were released')
        await hastenRetries(sql)
        await removeEnded(sql)
        await planMissing(
          sql,
          chores.map(({ name }) => name),
        )
      },
    })
  }

  /** The tasks behind its jobs. */
  get tasks(): TaskList {
    return { [CHORE_TASK]: (payload) => this.#run(payload) }
  }

  start(): void {
    void this.#loop.start()
  }

  /**
   * Waits a little for the chores that run, then gives them up, and another node begins them again. One that waits for
   * a lock is left to end with its connection, as if the process had crashed, which every chore survives.
   */
  async stop(): Promise<void> {
    await waitAtMost(this.#options.clock, LAST_MS, Promise.allSettled([this.#loop.stop(), ...this.#running.keys()]))
    this.#isStopped = true
    for (const giveUp of this.#running.values()) giveUp()
  }

  async #run(payload: unknown): Promise<void> {
    const run = this.#do((payload as { readonly name?: unknown }).name)
    const givenUp = new Promise<never>((_, reject) => {
      this.#running.set(run, () => reject(new Error('This node stops')))
    })
    try {
      await Promise.race([run, givenUp])
    } finally {
      this.#running.delete(run)
    }
  }

  async #do(name: unknown): Promise<void> {
    const chore = this.#options.chores.find((each) => each.name === name)
    // One of another release: its nodes plan it again.
    if (chore === undefined) return
    // A job that waited here would take the place of others, and a chore that is held up may have many.
    if (this.#busy.has(chore.name)) {
      this.#again.add(chore.name)
      return
    }
    this.#busy.add(chore.name)
    try {
      do {
        this.#again.delete(chore.name)
        await this.#doOnce(chore)
      } while (this.#again.has(chore.name) && !this.#isStopped)
    } finally {
      this.#busy.delete(chore.name)
    }
  }

  async #doOnce(chore: Chore): Promise<void> {
    const { sql, logger, doer } = this.#options
    await beginChore(sql, doer(), chore.name)
    const error = await chore.run().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (error !== undefined && !this.#isStopped)
      logger.warn({ err: error, chore: chore.name }, 'maintenance failed; it will be retried')
    await endChore(sql, doer(), { name: chore.name, inMs: chore.everyMs }, error)
  }
}
