import { PRIORITIES, type Priority } from '@heliograph/contracts'
import type { Worker } from 'graphile-worker'
import type { DirectRun, Dispatcher } from '../dispatch/dispatcher.ts'
import { Backlog } from './backlog.ts'
import type { FetchGate } from './fetch-gate.ts'
import { priorityFlag, routeFlag } from './job-specs.ts'

export interface DirectJobsOptions {
  readonly dispatcher: Dispatcher
  /** What the jobs of this process are locked by; undefined while the pool does not work. */
  readonly lockedBy: () => string | undefined
  /** Orders the jobs that are fetched. */
  readonly gate: FetchGate
}

/**
 * The short way of messages that are accepted and dispatched by the same process: their job is stored locked by its own pool, in the transaction that accepts
 * them, and run from memory right after the commit.
 *
 * For Postgres it is a job like any other: after a crash it is freed and fetched by whoever comes first. The way is open only while nothing waits in the queue
 * that goes first, and while there is room in memory; otherwise the queue keeps the order.
 */
export class DirectJobs {
  readonly #options: DirectJobsOptions
  readonly #backlog: Backlog
  readonly #fetches = new WeakMap<Worker, { readonly number: number; readonly flags: ReadonlySet<string> }>()
  #flags: ReadonlySet<string> = new Set()

  constructor(options: DirectJobsOptions) {
    this.#options = options
    this.#backlog = new Backlog(options.dispatcher.pool.routes, Object.values(PRIORITIES))
    options.gate.events.on('worker:getJob:start', ({ worker }) => {
      this.#fetches.set(worker, { number: this.#backlog.fetchBegins(), flags: this.#flags })
    })
    options.gate.events.on('worker:getJob:empty', ({ worker }) => this.#foundNone(worker))
  }

  /** To be told what the next fetch must not take. */
  noteForbidden(flags: readonly string[]): void {
    this.#flags = new Set(flags)
  }

  /** What a job of messages accepted now is to be locked by, or null when it has to go through the queue. */
  claim(route: string, priority: Priority): string | null {
    const { dispatcher, lockedBy } = this.#options
    const pool = lockedBy()
    if (pool !== undefined && !this.#backlog.isBefore(route, priority) && dispatcher.hasRoom(route, priority))
      return pool
    this.#backlog.leave(route, priority)
    return null
  }

  /** A job that was not claimed has been committed to the queue. */
  left(route: string, priority: Priority): void {
    this.#backlog.leave(route, priority)
  }

  /** Runs a job that was claimed and has been committed. */
  run(job: DirectRun): void {
    void this.#options.dispatcher.runDirect(job)
  }

  #foundNone(worker: Worker): void {
    const fetch = this.#fetches.get(worker)
    // Another may have taken the last job away from it, which is not in memory yet.
    if (fetch === undefined || this.#options.gate.pending > 0 || this.#options.dispatcher.isLoading) return
    const { number, flags } = fetch
    this.#backlog.foundNone(
      number,
      (route, priority) => flags.has(routeFlag(route)) || flags.has(priorityFlag(route, priority)),
    )
  }
}
