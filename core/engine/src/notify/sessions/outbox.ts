import type { Clock, Logger, PushReceiver } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { withDeadline } from '../../database/deadline.ts'
import type { StoredPush } from './push-content.ts'
import { type Appetite, claimPushes, freeClaims, freeLostClaims } from './push-statements.ts'
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

/** A claim this old that this process does not have is lost. */
const LOST_MS = 20_000
/** How often to look for lost claims when nothing seems wrong. */
const LOOK_FOR_LOST_MS = 600_000

export interface OutboxOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly nodeId: string
}

/**
 * Hands pushes to the receivers that are open in this process.
 *
 * Each push is a row that one node has claimed. Most are claimed as they are stored and arrive here with the commit;
 * others are claimed in batches when they are announced, when a receiver opens, and every second. Rows are deleted when
 * the client has answered.
 */
export class Outbox implements PushClaims {
  readonly #options: OutboxOptions
  readonly #writer: PushWriter
  readonly #users = new Map<number, ReceiverQueue>()
  /** What this process has claimed and not yet given back or removed. */
  readonly #held = new Set<number>()
  readonly #hungry = new Set<number>()
  #claiming: Promise<void> | undefined
  #cancelPoll: (() => void) | undefined
  #lookForLostAt: number
  #isStopped = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#lookForLostAt = options.clock.now() + LOOK_FOR_LOST_MS
    this.#writer = new PushWriter({
      ...options,
      onGone: (pushIds) => {
        for (const pushId of pushIds) this.#held.delete(pushId)
      },
    })
  }

  get nodeId(): string {
    return this.#options.nodeId
  }

  /** Users with an open receiver. */
  get users(): readonly number[] {
    return [...this.#users.keys()]
  }

  mayTake(userId: number): boolean {
    const queue = this.#users.get(userId)
    if (queue === undefined || this.#isStopped) return false
    if (queue.length < QUEUE_LIMIT) return true
    queue.mayHaveMore = true
    return false
  }

  offer(pushes: readonly StoredPush[]): void {
    const touched = new Set<ReceiverQueue>()
    for (const push of pushes) {
      this.#held.add(push.pushId)
      const queue = this.#users.get(push.userId)
      if (queue === undefined) this.#writer.release({ pushId: push.pushId, retryInMs: null })
      else {
        queue.add(push)
        touched.add(queue)
      }
    }
    for (const queue of touched) queue.pump()
  }

  doubt(): void {
    this.#lookForLostAt = Math.min(this.#lookForLostAt, this.#options.clock.now() + LOST_MS + POLL_MS)
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
    this.#look(userId)
    this.#cancelPoll ??= this.#planPoll()
    return opened
  }

  /** Hands nothing more to the receiver. With the last receiver of a user, what waits here is given back at once. */
  close(userId: number, receiver: OpenReceiver): void {
    const queue = this.#users.get(userId)
    queue?.close(receiver)
    if (queue === undefined || queue.isOpen) return
    this.#users.delete(userId)
    for (const { pushId } of queue.drain()) this.#writer.release({ pushId, retryInMs: null })
  }

  /** Call when there is something for a user in the database. */
  announced(userId: number): void {
    if (this.#users.has(userId)) this.#look(userId)
  }

  /** Gives everything back. Afterwards no push is claimed by this node, unless the database is away. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelPoll?.()
    this.#users.clear()
    await this.#claiming
    await this.#writer.stop()
    await withDeadline(freeClaims(this.#options.sql, [this.nodeId]))
  }

  #answered(push: StoredPush, answer: PushAnswer, by: OpenReceiver): void {
    const { pushId, userId, tries } = push
    const queue = this.#users.get(userId)
    if (answer !== 'later') this.#writer.end(pushId)
    else if (by.isOpen) {
      const retryInMs = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] as number
      this.#writer.release({ pushId, retryInMs })
    } else if (queue !== undefined) queue.add(push)
    else this.#writer.release({ pushId, retryInMs: null })
    queue?.pump()
    if (queue?.mayHaveMore && queue.length < QUEUE_LOW) this.#look(userId)
  }

  #planPoll(): () => void {
    return this.#options.clock.after(POLL_MS, () => {
      if (this.#isStopped) return
      for (const userId of this.#users.keys()) this.#hungry.add(userId)
      this.#claim()
      if (this.#options.clock.now() >= this.#lookForLostAt) void this.#lookForLost()
      this.#cancelPoll = this.#planPoll()
    })
  }

  #look(userId: number): void {
    this.#hungry.add(userId)
    this.#claim()
  }

  /** One statement at a time; users that want more meanwhile share the next. */
  #claim(): void {
    if (this.#claiming !== undefined || this.#isStopped) return
    this.#claiming = this.#claimOnce().finally(() => {
      this.#claiming = undefined
      if (this.#hungry.size > 0) this.#claim()
    })
  }

  async #claimOnce(): Promise<void> {
    const appetites = this.#appetites()
    if (appetites.length === 0) return
    try {
      const claimed = await withDeadline(claimPushes(this.#options.sql, this.nodeId, appetites))
      const counts = new Map<number, number>()
      for (const { userId } of claimed) counts.set(userId, (counts.get(userId) ?? 0) + 1)
      for (const { userId, room } of appetites) {
        const queue = this.#users.get(userId)
        if (queue !== undefined) queue.mayHaveMore = (counts.get(userId) ?? 0) >= room
      }
      this.offer(claimed)
    } catch (error) {
      this.doubt()
      this.#options.logger.debug({ error }, 'pushes that wait could not be fetched, will be tried again')
    }
  }

  #appetites(): readonly Appetite[] {
    const hungry = [...this.#hungry]
    this.#hungry.clear()
    const appetites: Appetite[] = []
    for (const userId of hungry) {
      const queue = this.#users.get(userId)
      if (queue !== undefined && queue.length < QUEUE_LOW) appetites.push({ userId, room: QUEUE_LOW })
    }
    return appetites
  }

  async #lookForLost(): Promise<void> {
    const { sql, clock, logger } = this.#options
    this.#lookForLostAt = clock.now() + LOOK_FOR_LOST_MS
    try {
      const freed = await withDeadline(freeLostClaims(sql, this.nodeId, [...this.#held], LOST_MS))
      if (freed > 0) logger.warn({ pushes: freed }, 'pushes that were claimed and never arrived are free')
    } catch (error) {
      this.doubt()
      logger.debug({ error }, 'lost pushes could not be looked for')
    }
  }
}
