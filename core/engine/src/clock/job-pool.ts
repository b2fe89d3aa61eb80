import { EventEmitter } from 'node:events'
import type { Clock, Logger } from '@heliograph/contracts'
import type { TaskList, WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import { Logger as JobLogger, runTaskList } from '../database/job-library.ts'

/** How long to wait before replacing a pool that ended on its own (because the database went away, say). */
const RESTART_MS = 1_000

/** A pool that has not fetched successfully this long after its start never will. */
const FIRST_FETCH_MS = 5_000

/** The exit code that graphile-worker gives the process after a breaking migration. */
const BREAKING_MIGRATION = 57

/** A job that was fetched this long ago is done, or runs, if it ever arrived. */
const LOST_MS = 60_000

/** Jobs finished within this time share one statement that removes them. */
const COMPLETION_DELAY_MS = 2

/** Idle workers look for due jobs this often; new jobs that are due at once announce themselves. */
const POLL_MS = 1_000

/** Jobs that a node runs at once. Most of them wait for a commit that they share. */
const JOBS_AT_ONCE = 50

/** Jobs are fetched in batches of this size. */
const JOBS_FETCHED = JOBS_AT_ONCE * 2

export interface JobPoolOptions {
  readonly pgPool: Pool
  readonly clock: Clock
  readonly logger: Logger
  readonly tasks: TaskList
  /** A pool locks its jobs under its id, so the node has to register it before the pool fetches any. */
  readonly onPool: (poolId: string) => Promise<void>
  /** Called when the pool ended on its own; jobs still locked by it belong to no pool any more. */
  readonly onPoolLost: (poolId: string) => void
}

/**
 * A graphile-worker pool that is started again whenever it ends on its own.
 *
 * graphile-worker shuts a pool down when it cannot write a job's completion for a while. Stopping for good because
 * Postgres was away would be wrong here, so the pool is replaced and its jobs are freed as soon as the shutdown begins,
 * because after a failed completion it may never end. A pool also looks up its tasks only once and remembers a failure
 * for good, so one that was started while Postgres was away is replaced too.
 */
export class JobPool {
  readonly #options: JobPoolOptions
  readonly #events: WorkerEvents
  #pool: WorkerPool | undefined
  #stopping = false
  #cancelRestart: (() => void) | undefined
  #cancelFirstFetch: (() => void) | undefined
  #cancelLost: (() => void) | undefined
  #looksForLost = 0
  /** The exit code of the process when the pool was started. */
  #exitCode = process.exitCode
  /** Ids of the jobs that run: chores may take long. */
  readonly #running = new Set<string>()
  /** The pool that was last seen to fetch. */
  #proven: WorkerPool | undefined

  constructor(options: JobPoolOptions) {
    this.#options = options
    this.#events = new EventEmitter()
    this.#events.on('pool:gracefulShutdown', ({ workerPool, message }) => this.#ended(workerPool, message))
    this.#events.on('localQueue:getJobs:complete', () => this.#fetched())
    this.#events.on('job:start', ({ job }) => this.#running.add(job.id))
    this.#events.on('job:complete', ({ job }) => this.#running.delete(job.id))
  }

  async start(): Promise<void> {
    if (this.#stopping) return
    if (process.exitCode !== BREAKING_MIGRATION) this.#exitCode = process.exitCode
    const { pgPool, tasks } = this.#options
    const pool = runTaskList(
      {
        pgPool,
        concurrency: JOBS_AT_ONCE,
        noHandleSignals: true,
        pollInterval: POLL_MS,
        logger: new JobLogger(() => quietly(this.#options.logger)),
        preset: {
          worker: {
            completeJobBatchDelay: COMPLETION_DELAY_MS,
            failJobBatchDelay: COMPLETION_DELAY_MS,
            gracefulShutdownAbortTimeout: 5_000,
            localQueue: { size: JOBS_FETCHED },
          },
        },
        events: this.#events,
      },
      tasks,
      pgPool,
    )
    this.#pool = pool
    this.expectLost()
    pool.promise.catch((error: unknown) =>
      this.#options.logger.debug({ err: error, pool: pool.id }, 'job pool has ended'),
    )
    this.#cancelFirstFetch = this.#options.clock.after(FIRST_FETCH_MS, () => {
      Promise.resolve(pool.gracefulShutdown('it fetches no jobs')).catch(() => {})
    })
    await this.#options.onPool(pool.id)
  }

  /** Stops fetching and waits for the jobs under way. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#cancelRestart?.()
    this.#cancelFirstFetch?.()
    this.#cancelLost?.()
    const pool = this.#pool
    this.#pool = undefined
    if (pool === undefined) return
    await Promise.resolve(pool.gracefulShutdown()).catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, 'job pool did not stop cleanly')
    })
  }

  #fetched(): void {
    if (this.#proven === this.#pool) return
    this.#proven = this.#pool
    this.#cancelFirstFetch?.()
  }

  /**
   * Call after connections of the job queue broke: jobs that were fetched over one may never have arrived, and would
   * stay locked for four hours. They are looked for once any that did arrive must be done, and freed by replacing the
   * pool. There are two looks, because the database may have run the fetch only after the connection was gone.
   */
  expectLost(): void {
    const isPlanned = this.#looksForLost > 0
    this.#looksForLost = 2
    if (!isPlanned) this.#planLook()
  }

  #planLook(): void {
    if (!this.#stopping) this.#cancelLost = this.#options.clock.after(LOST_MS, () => void this.#lookForLost())
  }

  async #lookForLost(): Promise<void> {
    const pool = this.#pool
    try {
      if (pool !== undefined && (await isAnyLost(this.#options.pgPool, pool.id, [...this.#running])))
        Promise.resolve(pool.gracefulShutdown('it has jobs that never arrived')).catch(() => {})
      this.#looksForLost -= 1
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'lost jobs could not be looked for')
    }
    if (this.#looksForLost > 0) this.#planLook()
  }

  #ended(pool: WorkerPool, reason: string): void {
    // graphile-worker sets the process's exit code when it hears of a breaking migration, as if it were the whole
    // process; here only its pool is replaced.
    if (process.exitCode === BREAKING_MIGRATION) process.exitCode = this.#exitCode
    if (this.#stopping || this.#pool !== pool) return
    this.#pool = undefined
    this.#cancelFirstFetch?.()
    this.#options.logger.warn({ reason, pool: pool.id }, 'job pool ended, starting a new one')
    this.#options.onPoolLost(pool.id)
    this.#cancelRestart = this.#options.clock.after(RESTART_MS, () => {
      this.start().catch((reason: unknown) => this.#options.logger.error({ err: reason }, 'job pool did not start'))
    })
  }
}

async function isAnyLost(pgPool: Pool, poolId: string, running: readonly string[]): Promise<boolean> {
  const { rows } = await pgPool.query(
    `select from graphile_worker.jobs
    where locked_by = $1 and locked_at < now() - $2 * interval '1 millisecond' and id <> all($3::bigint[]) limit 1`,
    [poolId, LOST_MS, running],
  )
  return rows.length > 0
}

/** graphile-worker reports every job at info; only its troubles are of interest here. */
function quietly(logger: Logger): (level: string, message: string) => void {
  return (level, message) => {
    if (level === 'error') logger.error({}, message)
    else if (level === 'warning') logger.warn({}, message)
  }
}
