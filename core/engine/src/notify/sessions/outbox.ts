import type { PushReceiver } from '@heliograph/contracts'
import { LookLoop } from '../../ownership/look-loop.ts'
import { freeRows, takeLost } from '../../ownership/owned-rows.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import type { StoredPush } from './push-content.ts'
import { claimPushes, PUSHES, type PushDemand, type PushRow, toStored } from './push-statements.ts'
import type { PushClaims } from './push-tools.ts'
import { PushWriter } from './push-writer.ts'
import { type OpenReceiver, type PushAnswer, ReceiverQueue } from './receiver-queue.ts'

/** How many pushes of one user are in memory at most, and below how many more are fetched. */
const QUEUE_LIMIT = 2_000
const QUEUE_LOW = 500

/** How often to look for what waits in the database, announced or not. */
const POLL_MS = 1_000

/** Waits after failed tries; the last repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 60_000]

/** When to look for pushes after a commit of unknown outcome: those that arrive do so before. */
const UNKNOWN_MS = 6_000

/**
 * Hands pushes to the receivers that are open in this process.
 *
 * Each push is a row that one node owns. Most are stored as this node's and arrive here with the commit; others are
 * claimed when they are announced, when a receiver opens, and every second. Rows are deleted when the client has
 * answered.
 */
export class Outbox implements PushClaims {
  readonly #options: OwnerTools
  readonly #writer: PushWriter
  readonly #loop: LookLoop
  readonly #users = new Map<number, ReceiverQueue>()
  /** What this process has claimed and not yet given back or removed. */
  readonly #held = new Set<number>()
  readonly #hungry = new Set<number>()
  #isStopped = false

  constructor(options: OwnerTools) {
    this.#options = options
    this.#writer = new PushWriter({
      ...options,
      onGone: (pushIds) => {
        for (const pushId of pushIds) this.#held.delete(pushId)
      },
    })
    this.#loop = new LookLoop({
      ...options,
      what: 'pushes',
      everyMs: POLL_MS,
      takeLost: () => this.#takeLost(),
      look: (isPoll) => this.#claim(isPoll),
    })
  }

  /** Users with an open receiver. */
  get users(): readonly number[] {
    return [...this.#users.keys()]
  }

  takerOf(userId: number): number | null {
    const queue = this.#users.get(userId)
    if (queue === undefined || this.#isStopped) return null
    if (queue.length < QUEUE_LIMIT) return this.#options.lease()
    queue.mayHaveMore = true
    return null
  }

  offer(pushes: readonly StoredPush[]): void {
    const touched = new Set<ReceiverQueue>()
    for (const push of pushes) {
      if (this.#held.has(push.pushId)) continue
      this.#held.add(push.pushId)
      const queue = this.#users.get(push.userId)
      if (queue === undefined) this.#writer.release({ key: push.pushId, retryInMs: null })
      else {
        queue.add(push)
        touched.add(queue)
      }
    }
    for (const queue of touched) queue.pump()
  }

  outcomeUnknown(): void {
    this.#loop.outcomeUnknown(UNKNOWN_MS)
  }

  /** Opens a receiver of a user; what waits for it is fetched at once. */
  open(userId: number, receiver: PushReceiver): OpenReceiver {
    let queue = this.#users.get(userId)
    if (queue === undefined) {
      queue = new ReceiverQueue((push, answer, by) => this.#answered(push, answer, by))
      this.#users.set(userId, queue)
    }
    const opened = queue.open(receiver)
    queue.pump()
    void this.#loop.start()
    this.#look(userId)
    return opened
  }

  /** Hands nothing more to the receiver. With the last receiver of a user, what waits here is given back at once. */
  close(userId: number, receiver: OpenReceiver): void {
    const queue = this.#users.get(userId)
    queue?.close(receiver)
    if (queue === undefined || queue.isOpen) return
    this.#users.delete(userId)
    this.#release(queue)
  }

  /** Call when there is something for a user in the database. */
  announced(userId: number): void {
    if (this.#users.has(userId)) this.#look(userId)
  }

  /** Gives everything back. Afterwards no push is this node's, unless the database is away. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const queue of this.#users.values()) this.#release(queue)
    this.#users.clear()
    await this.#loop.stop()
    await this.#writer.stop()
    await freeRows(this.#options.sql, PUSHES, this.#options.leaseNumber())
  }

  #release(queue: ReceiverQueue): void {
    for (const { pushId } of queue.drain()) this.#writer.release({ key: pushId, retryInMs: null })
  }

  #answered(push: StoredPush, answer: PushAnswer, by: OpenReceiver): void {
    const { pushId: key, userId, starts } = push
    const queue = this.#users.get(userId)
    if (answer !== 'later') this.#writer.end(key)
    else if (by.isOpen) {
      const retryInMs = RETRY_DELAYS_MS[Math.min(starts, RETRY_DELAYS_MS.length) - 1] as number
      this.#writer.release({ key, retryInMs })
    } else if (queue !== undefined) queue.add(push)
    else this.#writer.release({ key, retryInMs: null })
    queue?.pump()
    if (queue?.mayHaveMore && queue.length < QUEUE_LOW) this.#look(userId)
  }

  #look(userId: number): void {
    this.#hungry.add(userId)
    void this.#loop.look()
  }

  async #claim(isPoll: boolean): Promise<void> {
    const lease = this.#options.lease()
    const demands = this.#demands(isPoll)
    if (lease === null || demands.length === 0) return
    const { pushes, mayHaveMore } = await claimPushes(this.#options.sql, lease, demands)
    for (const { userId } of demands) {
      const queue = this.#users.get(userId)
      if (queue !== undefined) queue.mayHaveMore = mayHaveMore.has(userId)
    }
    this.offer(pushes)
  }

  #demands(isForAll: boolean): readonly PushDemand[] {
    const hungry = isForAll ? this.users : [...this.#hungry]
    this.#hungry.clear()
    const demands: PushDemand[] = []
    for (const userId of hungry) {
      const queue = this.#users.get(userId)
      if (queue !== undefined && queue.length < QUEUE_LOW) demands.push({ userId, room: QUEUE_LOW })
    }
    return demands
  }

  async #takeLost(): Promise<void> {
    const { sql, leaseNumber, logger } = this.#options
    await takeLost<PushRow>(sql, PUSHES, leaseNumber(), {
      isHeld: (pushId) => this.#held.has(pushId),
      take: (rows) => {
        logger.warn({ pushes: rows.length }, 'pushes that were claimed and never arrived were taken over')
        this.offer(rows.map(toStored))
      },
    })
  }
}
