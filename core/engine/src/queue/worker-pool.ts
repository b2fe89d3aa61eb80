import { EventEmitter } from 'node:events'
import type { Clock, Logger } from '@heliograph/contracts'
import { Logger as JobLogger, runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'

/** Waits between starting a pool again that ended by itself (the database went away, say). */
const RESTART_MS = 1_000

/** A pool that has not fetched successfully this long after its start never will. */
const FIRST_FETCH_MS = 5_000

/** Jobs finished within this time share one statement that removes them. */
const COMPLETION_DELAY_MS = 2

/** Idle workers look for due jobs this often; new jobs that are due at once announce themselves. */
const POLL_MS = 2_000

export interface JobPoolOptions {
  readonly pgPool: Pool
  readonly clock: Clock
  readonly logger: Logger
  readonly tasks: TaskList
  readonly concurrency: number
  /** Above 0, jobs are fetched in batches of this size; breaks the order of priorities within them. */
  readonly localQueueSize: number
  /** Jobs with one of these flags are not fetched now. */
  readonly forbiddenFlags?: () => string[]
  /** Hears of the pool's fetches and jobs. */
  readonly events?: WorkerEvents
  /** A pool's id is what its jobs are locked by: the node has to make it known before the pool fetches any. */
  readonly onPool: (poolId: string) => Promise<void>
  /** The pool ended by itself; jobs still locked by it are nobody's. */
  readonly onPoolLost: (poolId: string) => void
}

/**
 * A graphile-worker pool that is started again whenever it ends by itself.
 *
 * graphile-worker shuts a pool down when it cannot write a job's completion for a while. Stopping for good because Postgres was away would be wrong here, so
 * the pool is replaced and its jobs are freed; as soon as the shutdown begins, because after a failed completion it may never end. It also looks up its tasks
 * only once and remembers a failure for good, so a pool that was started while Postgres was away is replaced too.
 */
export class JobPool {
  readonly #options: JobPoolOptions
  readonly #events: WorkerEvents
  #pool: WorkerPool | undefined
  #stopping = false
  #cancelRestart: (() => void) | undefined
  #cancelFirstFetch: (() => void) | undefined
  /** The pool that was last seen to fetch. */
  #proven: WorkerPool | undefined

  constructor(options: JobPoolOptions) {
    this.#options = options
    this.#events = options.events ?? new EventEmitter()
    this.#events.on('pool:gracefulShutdown', ({ workerPool, message }) => this.#ended(workerPool, message))
    this.#events.on('worker:getJob:empty', ({ worker }) => this.#fetched(worker.workerPool))
    this.#events.on('job:start', ({ worker }) => this.#fetched(worker.workerPool))
    this.#events.on('localQueue:getJobs:complete', () => this.#fetched(this.#pool))
  }

  async start(): Promise<void> {
    if (this.#stopping) return
    const { pgPool, concurrency, localQueueSize, tasks, forbiddenFlags } = this.#options
    const pool = runTaskList(
      {
        pgPool,
        concurrency,
        noHandleSignals: true,
        pollInterval: POLL_MS,
        logger: new JobLogger(() => quietly(this.#options.logger)),
        preset: {
          worker: {
            completeJobBatchDelay: COMPLETION_DELAY_MS,
            failJobBatchDelay: COMPLETION_DELAY_MS,
            gracefulShutdownAbortTimeout: 5_000,
            ...(localQueueSize > 0 ? { localQueue: { size: localQueueSize } } : {}),
          },
        },
        ...(forbiddenFlags === undefined ? {} : { forbiddenFlags }),
        events: this.#events,
      },
      tasks,
      pgPool,
    )
    this.#pool = pool
    pool.promise.catch((error: unknown) => this.#options.logger.debug({ error, pool: pool.id }, 'job pool has ended'))
    this.#cancelFirstFetch = this.#options.clock.after(FIRST_FETCH_MS, () => {
      Promise.resolve(pool.gracefulShutdown('it fetches no jobs')).catch(() => {})
    })
    await this.#options.onPool(pool.id)
  }

  /** What jobs of this process may be locked by; undefined while there is no pool that works. */
  get lockedBy(): string | undefined {
    return this.#pool !== undefined && this.#pool === this.#proven ? this.#pool.id : undefined
  }

  /** Lets idle workers look for jobs at once. */
  nudge(): void {
    try {
      this.#pool?.nudge(this.#options.concurrency)
    } catch {
      // Workers of a pool that is about to end by itself cannot be nudged; the next pool looks by itself.
    }
  }

  /** Fetches nothing more and waits for the jobs under way. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#cancelRestart?.()
    this.#cancelFirstFetch?.()
    const pool = this.#pool
    this.#pool = undefined
    if (pool === undefined) return
    await Promise.resolve(pool.gracefulShutdown()).catch((error: unknown) => {
      this.#options.logger.warn({ error }, 'job pool did not stop cleanly')
    })
  }

  #fetched(pool: WorkerPool | undefined): void {
    if (this.#pool !== pool || this.#proven === pool) return
    this.#proven = pool
    this.#cancelFirstFetch?.()
  }

  #ended(pool: WorkerPool, reason: string): void {
    if (this.#stopping || this.#pool !== pool) return
    this.#pool = undefined
    this.#cancelFirstFetch?.()
    this.#options.logger.warn({ reason, pool: pool.id }, 'job pool ended, starting a new one')
    this.#options.onPoolLost(pool.id)
    this.#cancelRestart = this.#options.clock.after(RESTART_MS, () => {
      this.start().catch((reason: unknown) => this.#options.logger.error({ error: reason }, 'job pool did not start'))
    })
  }
}

/** graphile-worker reports every job at info; only its troubles are of interest here. */
function quietly(logger: Logger): (level: string, message: string) => void {
  return (level, message) => {
    if (level === 'error') logger.error({}, message)
    else if (level === 'warning') logger.warn({}, message)
  }
}
