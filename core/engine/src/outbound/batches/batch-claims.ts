import { type Clock, PRIORITIES, type Priority } from '@heliograph/contracts'
import type { NodeTools } from '../../database/node-tools.ts'
import { LookLoop } from '../../ownership/look-loop.ts'
import { takeLost } from '../../ownership/owned-rows.ts'
import { Backlog } from './backlog.ts'
import type { Fairness, OwnedBatch } from './batch.ts'
import { BATCHES, type BatchDemand, claimBatches } from './batch-statements.ts'
import { LineClaims, type Place } from './line-claims.ts'

/** How often to look for batches of which this node was not told. */
const POLL_MS = 10_000

/** The longest that what is being accepted waits for a look at the table. */
const CATCH_UP_MS = 50

/** After a wait in vain, nothing waits for this long: looks take longer at present, or cannot find the end. */
const NO_CATCH_UP_MS = 1_000

const ALL_PRIORITIES: readonly Priority[] = Object.values(PRIORITIES)

/** Whether messages of a route and priority go before some of those that are about to be stored. */
export type IsAhead = (route: string, priority: Priority) => boolean

/** Takes the claimed batches: the dispatcher. */
export interface BatchTaker {
  readonly routes: readonly string[]
  /**
   * How many messages of the route and priority to claim; 0 while there are enough in memory, or no link of the route
   * can take any. `isLast`: what waits is likely to fit.
   */
  room(route: string, priority: Priority, isLast: boolean): number
  /** The lines of which there is enough in memory; null while no link of the route can take any. */
  fullLines(route: string, priority: number): readonly number[] | null
  /** Whether a batch is in memory. */
  holds(batchId: number): boolean
  /** Queues the messages of the batches in order, except those it holds already. Resolves when they are queued. */
  take(batches: readonly OwnedBatch[]): Promise<void>
}

export interface BatchClaimsOptions extends NodeTools {
  readonly taker: BatchTaker
  readonly fairness: Fairness
  /** Measures how long something takes, and is never set. */
  readonly steady: Clock
  /** The node's lease, null while it must not claim anything. */
  readonly lease: () => number | null
}

/**
 * Claims batches for this node: one look at the table at a time, for all routes whose links are up and all priorities
 * there is room for, so that messages are queued in the order of the table. Where clients take turns, it then looks for
 * those of which there is nothing in memory.
 */
export class BatchClaims {
  readonly #options: BatchClaimsOptions
  readonly backlog: Backlog
  readonly #loop: LookLoop
  readonly #lines: LineClaims | undefined
  /** What is being accepted waits for a look to find the last that is ahead of it. */
  readonly #waiting = new Map<() => void, IsAhead>()
  /** From when on something may wait for that again. */
  #mayWaitAt = 0

  constructor(options: BatchClaimsOptions) {
    this.#options = options
    const { taker } = options
    this.backlog = new Backlog(taker.routes, ALL_PRIORITIES)
    if (options.fairness === 'clients')
      this.#lines = new LineClaims(options.sql, (route, priority) => taker.fullLines(route, priority))
    this.#loop = new LookLoop({
      ...options,
      what: 'batches',
      everyMs: POLL_MS,
      takeLost: () => this.#takeLost(),
      look: (isPoll) => this.#claim(isPoll),
    })
  }

  start(): void {
    void this.#loop.start()
  }

  /** Stops claiming. Resolves when what was being claimed is queued. */
  stop(): Promise<void> {
    for (const goOn of this.#waiting.keys()) goOn()
    return this.#loop.stop()
  }

  /** Looks again: something waits, or there is room for more. */
  look(): void {
    void this.#loop.look()
  }

  /**
   * Resolves when what this node left in the table is in its memory, if one look is likely to do that; undefined when
   * there is nothing to wait for. Without this wait, what is accepted during the look would be left in the table as
   * well, and under load every message would be, once one was.
   */
  caughtUp(isAhead: IsAhead): Promise<void> | undefined {
    const { lease, steady } = this.#options
    if (lease() === null || !this.#isNearEnd(isAhead) || steady.now() < this.#mayWaitAt) return undefined
    this.look()
    return new Promise((resolve) => {
      const goOn = (): void => {
        cancel()
        this.#waiting.delete(goOn)
        resolve()
      }
      const cancel = steady.after(CATCH_UP_MS, () => {
        this.#mayWaitAt = steady.now() + NO_CATCH_UP_MS
        goOn()
      })
      this.#waiting.set(goOn, isAhead)
    })
  }

  /** Call when the outcome of a commit that stored batches for this node is unknown. */
  outcomeUnknown(): void {
    this.#loop.outcomeUnknown()
    this.look()
  }

  /** `isForAll`: covers all priorities, because something may have fallen due. */
  async #claim(isForAll: boolean): Promise<boolean> {
    try {
      return await this.#claimAll(isForAll)
    } finally {
      for (const [goOn, isAhead] of this.#waiting) if (!this.#isNearEnd(isAhead)) goOn()
    }
  }

  async #claimAll(isForAll: boolean): Promise<boolean> {
    const { taker } = this.#options
    const lease = this.#options.lease()
    if (lease === null) return false
    const demands: BatchDemand[] = []
    const left: Place[] = []
    for (const route of taker.routes) {
      for (const priority of isForAll ? ALL_PRIORITIES : this.backlog.of(route)) {
        const room = taker.room(route, priority, this.backlog.isNearEnd(route, priority))
        if (room > 0) demands.push({ route, priority, room })
        else left.push({ route, priority })
      }
    }
    const inOrder = demands.length > 0 && (await this.#claimInOrder(lease, demands, left))
    const byLine = this.#lines !== undefined && left.length > 0 && (await this.#claimByLine(lease, left, this.#lines))
    return inOrder || byLine
  }

  /** Adds to `left` where there may be more. */
  async #claimInOrder(lease: number, demands: readonly BatchDemand[], left: Place[]): Promise<boolean> {
    const look = this.backlog.lookBegins()
    const { sql, taker } = this.#options
    const { rows: batches, mayHaveMore } = await claimBatches(sql, lease, demands)
    await taker.take(batches)
    demands.forEach(({ route, priority }, index) => {
      const place = { route, priority: priority as Priority }
      if (!mayHaveMore.has(index)) this.backlog.foundLast(look, place.route, place.priority)
      else {
        left.push(place)
        if (taker.room(place.route, place.priority, true) === 0) this.backlog.foundMore(place.route, place.priority)
        else this.backlog.leave(place.route, place.priority)
      }
    })
    return batches.length > 0
  }

  /** Whether one look is likely to take all that is behind, of some route that is open. */
  #isNearEnd(isAhead: IsAhead): boolean {
    const { taker } = this.#options
    return taker.routes.some((route) =>
      ALL_PRIORITIES.some(
        (priority) =>
          this.backlog.isNearEnd(route, priority) && taker.room(route, priority, true) > 0 && isAhead(route, priority),
      ),
    )
  }

  async #claimByLine(lease: number, left: readonly Place[], lines: LineClaims): Promise<boolean> {
    const batches = await lines.claim(lease, left)
    await this.#options.taker.take(batches)
    return batches.length > 0
  }

  async #takeLost(): Promise<void> {
    const { sql, taker } = this.#options
    const lease = this.#options.lease()
    if (lease === null) return
    const isHeld = (batchId: number) => taker.holds(batchId)
    await takeLost<OwnedBatch>(sql, BATCHES, lease, { isHeld, take: (batches) => taker.take(batches) })
  }
}
