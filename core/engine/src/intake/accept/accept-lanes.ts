import { type Clock, GatewayError, isGatewayError } from '@heliograph/contracts'
import { isDataFault, isOutOfTime } from '../../database/database.ts'
import { isLockTimeout } from '../../database/database-errors.ts'
import { Linger } from '../../database/linger.ts'
import { databaseAway, type Outage } from '../../database/outage.ts'
import { FairQueue } from '../../database/queues/fair-queue.ts'
import { unknownAfterMs } from './in-time.ts'
import { Outcome } from './outcome.ts'
import type { PreparedRequest } from './prepare.ts'
import type { StoreResult } from './store-messages.ts'
import { outcomeUnknown } from './store-with-recovery.ts'

/**
 * The most messages in one commit of small requests; beyond this, the statement's memory and the wait of its first
 * request grow for no gain.
 */
const BATCH_MESSAGES = 2_000

/** A request of more messages than this is stored on its own, in pieces, alongside the small ones. */
const LARGE_MESSAGES = 500

/**
 * The most messages of small and of large requests that may wait at once; more would only use memory, since they could
 * not be answered in time.
 */
const MOST_SMALL = 50_000
const MOST_LARGE = 100_000

/**
 * A request that waited this long for its commit to begin is refused: its client has given up or is about to. While the
 * database is known to be away the limit is shorter, since the commit before it may not end.
 */
const LONGEST_WAIT_MS = 4_000
const AWAY_WAIT_MS = 500

/** How often it looks for requests that have waited too long. */
const LOOK_MS = 100

/** How many held clients are served at the same time, each on one connection. */
const HELD_CLIENTS = 3

/** Clients that have their answer need about this long to send the next request. */
const LINGER_MS = 3

export interface AcceptLanesOptions {
  /** Measures how long something takes, and is never set. */
  readonly clock: Clock
  readonly outage: Outage
  /** Stores requests in one commit. `plain`: leaves out clients whose balance is locked or does not suffice. */
  store(requests: readonly PreparedRequest[], payment: 'plain' | 'in-order'): Promise<StoreResult>
  /** Stores one request in pieces. */
  storeLarge(request: PreparedRequest): Promise<StoreResult>
}

interface Pending {
  /** What is still to be stored. */
  request: PreparedRequest
  /** What became of the other rows; null while all of them are still to be stored. */
  outcome: Outcome | null
  readonly since: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (reason: unknown) => void
}

/** Requests by client; each weighs as much as it has messages. */
type PendingQueue = FairQueue<number, Pending>

const pendingQueue = (): PendingQueue => new FairQueue(({ request }) => request.rows.length)

/**
 * The lanes into the database, none of which waits for another.
 *
 * Small requests share commits, one commit at a time: requests that arrive meanwhile share the next, and the fewer and
 * fuller the commits, the less each message costs. A request that comes alone does not wait. Large requests go one
 * after the other. Clients whose balance is locked by another transaction, or does not suffice for all that they want
 * at once, are served one by one. Each lane is a fair queue of the clients.
 *
 * No request waits longer for its commit than clients do: one that has not begun by then is never stored, and one that
 * has begun is answered with `outcome-unknown`. A large request may take longer, as long as the database answers.
 */
export class AcceptLanes {
  readonly #options: AcceptLanesOptions
  readonly #small = pendingQueue()
  readonly #large = pendingQueue()
  readonly #held = pendingQueue()
  readonly #heldUnderWay = new Set<number>()
  /** What is being stored, and whether it is a large request. */
  readonly #underWay = new Map<readonly Pending[], boolean>()
  #isLooking = false
  #smallMessages = 0
  #largeMessages = 0
  #isSmallScheduled = false
  #isSmallRunning = false
  #isLargeRunning = false
  readonly #linger = new Linger(() => void this.#runSmall())

  constructor(options: AcceptLanesOptions) {
    this.#options = options
  }

  /**
   * Reserves room for a request of this many messages, until `leave`. Throws `unavailable`/`overloaded` when there is
   * none.
   */
  enter(messages: number): void {
    const isLarge = messages > LARGE_MESSAGES
    const present = isLarge ? this.#largeMessages : this.#smallMessages
    if (present > 0 && present + messages > (isLarge ? MOST_LARGE : MOST_SMALL)) throw overloaded()
    this.#count(messages, isLarge, 1)
  }

  leave(messages: number): void {
    this.#count(messages, messages > LARGE_MESSAGES, -1)
  }

  /**
   * Stores a request that began at `since`. Rejects with `unavailable`: `overloaded` or `database-away` when it waited
   * too long in its lane, `outcome-unknown` when its commit took too long.
   */
  add(request: PreparedRequest, since = this.#options.clock.now()): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const pending = { request, outcome: null, since, resolve, reject }
      this.#watch()
      if (request.rows.length > LARGE_MESSAGES) {
        this.#enqueue(this.#large, pending)
        void this.#runLarge()
        return
      }
      this.#enqueue(this.#small, pending)
      this.#linger.arrived(this.#small.size)
      this.#scheduleSmall()
    })
  }

  #count(messages: number, isLarge: boolean, sign: 1 | -1): void {
    if (isLarge) this.#largeMessages += sign * messages
    else this.#smallMessages += sign * messages
  }

  #enqueue(lane: PendingQueue, pending: Pending): void {
    lane.add(pending.request.clientId, pending)
  }

  /** Runs at the end of the current turn of the event loop, so that requests that arrive during it go together. */
  #scheduleSmall(): void {
    if (this.#isSmallScheduled || this.#isSmallRunning || this.#linger.isOn) return
    this.#isSmallScheduled = true
    setImmediate(() => {
      this.#isSmallScheduled = false
      void this.#runSmall()
    })
  }

  async #runSmall(): Promise<void> {
    this.#refuseOld(this.#small)
    const batch = this.#small.take(BATCH_MESSAGES)
    if (batch.length === 0) return
    this.#isSmallRunning = true
    await this.#whileUnderWay(batch, () => this.#store(batch, 'plain'))
    this.#isSmallRunning = false
    const isLingering = this.#linger.begin(LINGER_MS, batch.length, this.#small.size)
    if (!isLingering && this.#small.size > 0) this.#scheduleSmall()
  }

  async #store(batch: readonly Pending[], payment: 'plain' | 'in-order'): Promise<void> {
    const requests = batch.map(({ request }) => request)
    try {
      this.#settle(batch, await this.#options.store(requests, payment))
    } catch (error) {
      // The lock is on a balance, or on an id that another request's transaction has just taken.
      if (isLockTimeout(error)) for (const pending of batch) this.#hold(pending)
      else if (batch.length > 1 && isDataFault(error) && !isOutOfTime(error) && !isGatewayError(error)) {
        // One request is at fault; halving the batch separates it from the others.
        const middle = Math.ceil(batch.length / 2)
        await this.#store(batch.slice(0, middle), payment)
        await this.#store(batch.slice(middle), payment)
      } else for (const pending of batch) fail(pending, error)
    }
  }

  #settle(batch: readonly Pending[], result: StoreResult): void {
    const refused = new Outcome()
    refused.add(result)
    const affordable = new Set(result.affordable)
    const held = new Set(result.held)
    const again: Pending[] = []
    for (const pending of batch) {
      if (held.has(pending.request.clientId)) this.#hold(pending)
      else if (refused.isEmpty) pending.resolve(pending.outcome ?? refused)
      else {
        pending.outcome ??= new Outcome()
        const unpaid = pending.outcome.take(pending.request.rows, refused)
        const [first] = unpaid
        if (first !== undefined && affordable.has(first.smsId)) {
          pending.request = { ...pending.request, rows: unpaid }
          again.push(pending)
        } else {
          pending.outcome.leaveUnpaid(unpaid)
          pending.resolve(pending.outcome)
        }
      }
    }
    this.#tryAgain(again)
  }

  /**
   * Queues again what was refused because other requests of the client went first, but fits the credit they left. It
   * goes ahead of requests that arrived later.
   */
  #tryAgain(requests: readonly Pending[]): void {
    for (const pending of [...requests].reverse()) {
      this.#small.putBack(pending.request.clientId, pending)
    }
    if (requests.length > 0) this.#scheduleSmall()
  }

  #hold(pending: Pending): void {
    this.#enqueue(this.#held, pending)
    void this.#runHeld()
  }

  async #runHeld(): Promise<void> {
    this.#refuseOld(this.#held)
    if (this.#heldUnderWay.size >= HELD_CLIENTS) return
    const batch = this.#held.takeLine(BATCH_MESSAGES, this.#heldUnderWay)
    const [first] = batch
    if (first === undefined) return
    const { clientId } = first.request
    this.#heldUnderWay.add(clientId)
    await this.#whileUnderWay(batch, () => this.#store(batch, 'in-order'))
    this.#heldUnderWay.delete(clientId)
    void this.#runHeld()
  }

  async #runLarge(): Promise<void> {
    this.#refuseOld(this.#large)
    if (this.#isLargeRunning) return
    const [pending] = this.#large.take(1)
    if (pending === undefined) return
    this.#isLargeRunning = true
    try {
      const outcome = new Outcome()
      const storing = () => this.#options.storeLarge(pending.request)
      outcome.add(await this.#whileUnderWay([pending], storing, true))
      pending.resolve(outcome)
    } catch (error) {
      if (isLockTimeout(error)) this.#enqueue(this.#large, pending)
      else fail(pending, error)
    }
    this.#isLargeRunning = false
    void this.#runLarge()
  }

  async #whileUnderWay<T>(batch: readonly Pending[], run: () => Promise<T>, isLarge = false): Promise<T> {
    this.#underWay.set(batch, isLarge)
    try {
      return await run()
    } finally {
      this.#underWay.delete(batch)
    }
  }

  /** Looks through the requests again and again while there are any. */
  #watch(): void {
    if (this.#isLooking) return
    this.#isLooking = true
    this.#options.clock.after(LOOK_MS, () => {
      this.#isLooking = false
      for (const lane of [this.#small, this.#large, this.#held]) this.#refuseOld(lane)
      this.#answerOld()
      if (this.#underWay.size + this.#small.size + this.#large.size + this.#held.size > 0) this.#watch()
    })
  }

  #refuseOld(lane: PendingQueue): void {
    const { clock, outage } = this.#options
    const isAway = outage.isKnown
    const before = clock.now() - (isAway ? AWAY_WAIT_MS : LONGEST_WAIT_MS)
    for (const pending of lane.takeWhile(({ since }) => since < before))
      fail(pending, isAway ? databaseAway() : overloaded())
  }

  /** Answers requests that have been under way for too long; what becomes of them no longer reaches their clients. */
  #answerOld(): void {
    const { clock, outage } = this.#options
    const before = clock.now() - unknownAfterMs(outage)
    for (const [batch, isLarge] of this.#underWay) {
      if (isLarge && !outage.isKnown) continue
      for (const { since, reject } of batch) if (since <= before) reject(outcomeUnknown())
    }
  }
}

/** When some messages of a request are stored already, its error must not suggest that none were. */
function fail({ outcome, reject }: Pending, error: unknown): void {
  reject(outcome?.isPartial ? outcomeUnknown(error) : error)
}

function overloaded(): GatewayError {
  return new GatewayError('unavailable', 'overloaded', 'The service is overloaded; nothing was accepted')
}
