import type { Clock, DeliveryReceiver, Logger } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import type { StoredDelivery } from './delivery-content.ts'
import { type Appetite, claimDeliveries, freeClaims, freeLostClaims } from './delivery-statements.ts'
import type { DeliveryClaims } from './delivery-tools.ts'
import { DeliveryWriter } from './delivery-writer.ts'
import { type DeliveryAnswer, type OpenReceiver, ReceiverQueue } from './receiver-queue.ts'

/** Deliveries of one user in memory at most, and below how many more are fetched. */
const QUEUE_LIMIT = 2_000
const QUEUE_LOW = 500

/** What waits in the database is looked for this often, whether or not it was announced. */
const POLL_MS = 1_000

/** Waits after tries that came to nothing; the last repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 60_000]

/** A claim this old that this process does not have is lost. */
const LOST_MS = 20_000
/** How often they are looked for when nothing seems wrong. */
const LOOK_FOR_LOST_MS = 600_000

export interface OutboxOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly nodeId: string
}

/**
 * Hands deliveries to the receivers that are open in this process.
 *
 * Each delivery is a row that one node has claimed. Most are claimed as they are stored and come here with the commit; others are claimed in batches when they are
 * announced, when a receiver opens, and every second. Rows go when the client has answered.
 */
export class Outbox implements DeliveryClaims {
  readonly #options: OutboxOptions
  readonly #writer: DeliveryWriter
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
    this.#writer = new DeliveryWriter({
      ...options,
      onGone: (deliveryIds) => {
        for (const deliveryId of deliveryIds) this.#held.delete(deliveryId)
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

  offer(deliveries: readonly StoredDelivery[]): void {
    const touched = new Set<ReceiverQueue>()
    for (const delivery of deliveries) {
      this.#held.add(delivery.deliveryId)
      const queue = this.#users.get(delivery.userId)
      if (queue === undefined) this.#writer.release({ deliveryId: delivery.deliveryId, retryInMs: null })
      else {
        queue.push(delivery)
        touched.add(queue)
      }
    }
    for (const queue of touched) queue.pump()
  }

  doubt(): void {
    this.#lookForLostAt = Math.min(this.#lookForLostAt, this.#options.clock.now() + LOST_MS + POLL_MS)
  }

  /** A receiver of a user opens; what waits for it is fetched at once. */
  open(userId: number, receiver: DeliveryReceiver): OpenReceiver {
    let queue = this.#users.get(userId)
    if (queue === undefined) {
      queue = new ReceiverQueue((delivery, answer, by) => this.#answered(delivery, answer, by))
      this.#users.set(userId, queue)
    }
    const opened = queue.open(receiver)
    queue.pump()
    this.#look(userId)
    this.#cancelPoll ??= this.#planPoll()
    return opened
  }

  /** Nothing more is handed to it. With the last receiver of a user what waits here goes back at once. */
  close(userId: number, receiver: OpenReceiver): void {
    const queue = this.#users.get(userId)
    queue?.close(receiver)
    if (queue === undefined || queue.isOpen) return
    this.#users.delete(userId)
    for (const { deliveryId } of queue.drain()) this.#writer.release({ deliveryId, retryInMs: null })
  }

  /** There is something for a user in the database. */
  announced(userId: number): void {
    if (this.#users.has(userId)) this.#look(userId)
  }

  /** Gives back everything. After it no delivery is claimed by this node, unless the database is away. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelPoll?.()
    this.#users.clear()
    await this.#claiming
    await this.#writer.stop()
    await withDeadline(freeClaims(this.#options.sql, [this.nodeId]))
  }

  #answered(delivery: StoredDelivery, answer: DeliveryAnswer, by: OpenReceiver): void {
    const { deliveryId, userId, tries } = delivery
    const queue = this.#users.get(userId)
    if (answer !== 'later') this.#writer.end(deliveryId)
    else if (by.isOpen) {
      const retryInMs = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] as number
      this.#writer.release({ deliveryId, retryInMs })
    } else if (queue !== undefined) queue.push(delivery)
    else this.#writer.release({ deliveryId, retryInMs: null })
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

  /** One statement at a time; who gets hungry meanwhile shares the next. */
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
      const claimed = await claimDeliveries(this.#options.sql, this.nodeId, appetites)
      const counts = new Map<number, number>()
      for (const { userId } of claimed) counts.set(userId, (counts.get(userId) ?? 0) + 1)
      for (const { userId, room } of appetites) {
        const queue = this.#users.get(userId)
        if (queue !== undefined) queue.mayHaveMore = (counts.get(userId) ?? 0) >= room
      }
      this.offer(claimed)
    } catch (error) {
      this.doubt()
      this.#options.logger.debug({ error }, 'deliveries that wait could not be fetched, will be tried again')
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
      const freed = await freeLostClaims(sql, this.nodeId, [...this.#held], LOST_MS)
      if (freed > 0) logger.warn({ deliveries: freed }, 'deliveries that were claimed and never arrived are free')
    } catch (error) {
      this.doubt()
      logger.debug({ error }, 'lost deliveries could not be looked for')
    }
  }
}
