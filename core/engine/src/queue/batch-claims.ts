import { type Clock, type Logger, PRIORITIES, type Priority } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { Backlog } from './backlog.ts'
import type { OwnedBatch } from './batch.ts'
import { type Appetite, claimBatches, findOwned } from './batch-statements.ts'

/** What falls due by itself is looked for this often; all else is announced. */
const POLL_MS = 1_000
/** Waits after a look that failed. */
const RETRY_MS = 250
/** What this node owns and does not hold is looked for this often when nothing seems wrong. */
const LOST_MS = 15_000

const ALL_PRIORITIES: readonly Priority[] = Object.values(PRIORITIES)

/** Takes the batches that are claimed: the dispatcher. */
export interface BatchTaker {
  readonly routes: readonly string[]
  /** Messages of the route and priority there is room for in memory; 0 while no link of the route can take any. */
  room(route: string, priority: Priority): number
  /** Batches in memory. */
  held(): readonly number[]
  /** Puts the messages of the batches in line, in order; those it holds already are passed over. Resolves when they are in line. */
  take(batches: readonly OwnedBatch[]): Promise<void>
}

export interface BatchClaimsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly taker: BatchTaker
  /** The node's lease, null while it must not claim anything. */
  readonly lease: () => number | null
}

/**
 * Claims batches for this node: one look at the table at a time, for all routes whose links are up and all priorities there is room for. So the order of the
 * table is the order in which messages are put in line.
 */
export class BatchClaims {
  readonly #options: BatchClaimsOptions
  readonly backlog: Backlog
  #looking: Promise<void> | undefined
  #isWanted = false
  /** Something may have fallen due by itself. */
  #isForAll = false
  #isStopped = true
  #cancelPoll: (() => void) | undefined
  /** A commit may have happened that was not heard of. */
  #isInDoubt = false
  #lookForLostAt = 0

  constructor(options: BatchClaimsOptions) {
    this.#options = options
    this.backlog = new Backlog(options.taker.routes, ALL_PRIORITIES)
  }

  start(): void {
    this.#isStopped = false
    this.#poll()
  }

  /** Claims nothing more. Resolves when what was being claimed is in line. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelPoll?.()
    await this.#looking
  }

  /** Something waits, or there is room for more. */
  look(): void {
    this.#isWanted = true
    if (this.#looking !== undefined || this.#isStopped) return
    this.#looking = this.#lookOn().finally(() => {
      this.#looking = undefined
    })
  }

  /** The outcome of a commit that stored batches for this node is not known. */
  doubt(): void {
    this.#isInDoubt = true
    this.look()
  }

  #poll(): void {
    const { clock } = this.#options
    this.#isForAll = true
    if (clock.now() >= this.#lookForLostAt) this.#isInDoubt = true
    this.look()
    this.#cancelPoll = clock.after(POLL_MS, () => this.#poll())
  }

  async #lookOn(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      // All that ask in the same turn of the event loop share the look.
      await new Promise<void>((resolve) => setImmediate(resolve))
      try {
        await this.#lookOnce()
      } catch (error) {
        this.#isInDoubt = true
        this.#options.logger.debug({ error }, 'batches could not be claimed, will be tried again')
        await new Promise<void>((resolve) => this.#options.clock.after(RETRY_MS, resolve))
        this.#isWanted = true
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const { sql, taker } = this.#options
    const lease = this.#options.lease()
    if (lease === null) return
    if (this.#isInDoubt) await this.#takeLost(lease)
    const appetites = this.#appetites()
    if (appetites.length === 0) return
    const look = this.backlog.lookBegins()
    const { batches, mayHaveMore } = await withDeadline(claimBatches(sql, lease, appetites))
    await taker.take(batches)
    appetites.forEach(({ route, priority }, index) => {
      if (!mayHaveMore[index]) this.backlog.foundLast(look, route, priority as Priority)
    })
    if (batches.length > 0) this.#isWanted = true
  }

  #appetites(): readonly Appetite[] {
    const { taker } = this.#options
    const appetites: Appetite[] = []
    const isForAll = this.#isForAll
    this.#isForAll = false
    for (const route of taker.routes) {
      for (const priority of isForAll ? ALL_PRIORITIES : this.backlog.of(route)) {
        const room = taker.room(route, priority)
        if (room > 0) appetites.push({ route, priority, room })
      }
    }
    return appetites
  }

  /** What was stored or claimed for this node without its hearing of it. */
  async #takeLost(lease: number): Promise<void> {
    const { sql, clock, taker } = this.#options
    this.#isInDoubt = false
    this.#lookForLostAt = clock.now() + LOST_MS
    const lost = await withDeadline(findOwned(sql, lease, taker.held()))
    if (lost.length > 0) await taker.take(lost)
  }
}
