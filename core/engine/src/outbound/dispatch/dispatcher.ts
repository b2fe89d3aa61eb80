import type { NodeRegistry } from '../../ownership/node-registry.ts'
import type { EngineSettings } from '../../settings.ts'
import type { OwnedBatch } from '../batches/batch.ts'
import type { BatchTaker } from '../batches/batch-claims.ts'
import type { FastBatch } from '../batches/fast-path.ts'
import type { SendingHolds } from '../holds/sending-holds.ts'
import type { AnswerCounts } from './answer-counts.ts'
import { type BatchEnds, createBatchEnds } from './batch-ends.ts'
import { BatchReturns } from './batch-returns.ts'
import { HeldMessages } from './held-messages.ts'
import { BatchTicket } from './links/batch-ticket.ts'
import type { LinkPool } from './links/link-pool.ts'
import type { DispatchRow } from './load-messages.ts'
import { MessageFlow, type MessageFlowOptions } from './message-flow.ts'
import { loadWaiting } from './message-loader.ts'
import { OptedOutMessages } from './opted-out-messages.ts'
import type { AnswerSpool } from './results/answer-spool.ts'
import { createOutcomeWriters, type OutcomeWriters } from './results/outcome-writers.ts'
import type { Result, ResultWriterOptions } from './results/result-writer.ts'
import { WriteDelays } from './results/write-delays.ts'

export interface DispatcherOptions
  extends Omit<ResultWriterOptions, 'signal' | 'delays'>,
    Pick<MessageFlowOptions, 'carriers' | 'contents' | 'steady'> {
  readonly settings: Pick<EngineSettings, 'dispatch' | 'links' | 'routes' | 'submissions'>
  readonly counts: AnswerCounts
  readonly node: Pick<NodeRegistry, 'isHeld'>
  /** Whether this node may hand messages to the link now. */
  readonly mayHandOver: (link: string) => boolean
  /** Whether an operator has put the route on hold. */
  readonly isOnHold: (route: string) => boolean
  readonly parkingOf: SendingHolds['parkingOf']
  /** Where answers go that cannot be recorded before the node ends. */
  readonly spool: AnswerSpool
  /** Called when there may be room for more messages. */
  readonly onRoom: () => void
  /** Called when batches of the route are free for any node. */
  readonly onReturned: (route: string) => void
}

const LOOK_MS = 1_000

/** Answers that are not written for this long show that this node has no way to the database that others may have. */
const STUCK_MS = 10_000

/** How long a stop waits for links to answer what they were given, and for their answers to be recorded. */
const STOP_MS = 6_000

/**
 * Takes the batches this node owns, feeds the links of their routes and records what became of each message.
 *
 * Nothing waits here that is not also in Postgres: a batch stays this node's until all of its messages are settled, so
 * a crash at any point only frees it.
 */
export class Dispatcher implements BatchTaker {
  readonly #options: DispatcherOptions
  readonly #flow: MessageFlow
  readonly #stopping = new AbortController()
  readonly #outcomes: OutcomeWriters
  readonly #delays: WriteDelays
  readonly #ends: BatchEnds
  /** Messages in memory with their batches. A batch of the next attempt may arrive before the last one is settled. */
  readonly #inFlight = new Map<number, BatchTicket>()
  readonly #tickets = new Map<number, BatchTicket>()
  readonly #held: HeldMessages
  readonly #returns: BatchReturns
  readonly #optedOut = new OptedOutMessages()
  #cancelLook: (() => void) | undefined
  /** Set once `stop` gives back everything that is left. */
  #isClosed = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#held = new HeldMessages(options.onRoom, (route) => this.#flow.pool.reachOf(route))
    const { signal } = this.#stopping
    const delays = new WriteDelays(options.steady.now, () => this.#flow.pool.resume())
    this.#delays = delays
    this.#outcomes = createOutcomeWriters({ ...options, signal, delays })
    this.#flow = new MessageFlow({
      ...options,
      mayHandOver: (link) => options.mayHandOver(link) && !delays.isBehind,
      outcomes: this.#outcomes,
      isOptedOut: (smsId) => this.#optedOut.has(smsId),
      onPark: (item) => this.#returns.park(item),
      onStale: ({ message, ticket }) => this.#renew(message.smsId, ticket),
      onSettled: ({ message, ticket }) => this.#settle(message.smsId, ticket),
    })
    this.#ends = createBatchEnds({ ...options, signal })
    this.#returns = new BatchReturns({
      clock: options.steady,
      onReturned: options.onReturned,
      // Viewers of waiting messages find them again from now on; nothing else about them has changed.
      onParked: (smsIds) => options.changeNotes?.noteMessages(smsIds),
      pool: this.#flow.pool,
      ends: this.#ends,
      isHindered: () => delays.isBehind || !options.node.isHeld,
      placeOf: (item) => this.#flow.placeOf(item),
      onGivenBack: (smsId, ticket) => this.#settle(smsId, ticket),
      onGone: (batchId) => this.#tickets.delete(batchId),
    })
  }

  /** The links and what waits for them, to be looked at. */
  get pool(): Pick<
    LinkPool,
    'links' | 'sets' | 'routes' | 'routesOf' | 'isRouteOpen' | 'outstanding' | 'noteElsewhere' | 'resume'
  > {
    return this.#flow.pool
  }

  /** Whether answers have not been written for so long that other nodes should have the links. */
  get isStuck(): boolean {
    return this.#delays.waitedMs >= STUCK_MS
  }

  get routes(): readonly string[] {
    return this.#flow.pool.routes
  }

  start(): void {
    const { steady } = this.#options
    this.#cancelLook = steady.after(LOOK_MS, () => {
      this.#returns.look()
      this.#optedOut.forget((smsId) => this.#inFlight.has(smsId), steady.now())
      if (!this.#stopping.signal.aborted) this.start()
    })
  }

  holds(batchId: number): boolean {
    return this.#tickets.has(batchId)
  }

  room(route: string, priority: number, isLast: boolean): number {
    if (!this.#isWorking || !this.#flow.pool.isRouteOpen(route)) return 0
    return this.#held.room(route, priority, isLast)
  }

  fullLines(route: string, priority: number): readonly number[] | null {
    return this.#isWorking && this.#flow.pool.isRouteOpen(route) ? this.#held.fullLines(route, priority) : null
  }

  /** Whether a message accepted now may go at once: its route is open and there is room in memory. */
  hasRoom(route: string, priority: number): boolean {
    if (!this.#isWorking || !this.#flow.pool.isRouteOpen(route)) return false
    return this.#held.hasRoom(route, priority)
  }

  /** Records answers that an earlier process kept. */
  async recordKept(results: readonly Result[]): Promise<void> {
    await Promise.all(results.map((result) => this.#outcomes.record(result)))
  }

  /** Resolves when the answers of links so far are in the database. */
  resultsRecorded(): Promise<void> {
    return this.#outcomes.recorded()
  }

  async take(batches: readonly OwnedBatch[]): Promise<void> {
    const fresh = batches.filter(({ batchId }) => !this.#tickets.has(batchId))
    if (fresh.length === 0) return
    const tickets = fresh.map((batch) => this.#addTicket(batch))
    // Noted before loading, because a message that is settled meanwhile may still look unsent in its loaded row.
    const smsIds = fresh.flatMap((batch) => batch.smsIds)
    const elsewhere = this.#runningElsewhere(smsIds)
    const rows = await this.#loadOrForget(smsIds, tickets)
    this.#putInLine(fresh, tickets, rows, elsewhere)
    if (this.#isClosed) await this.#returnLast()
    else for (const route of new Set(fresh.map((batch) => batch.route))) this.#flow.pool.pump(route)
  }

  /** Puts messages that were just accepted in line. */
  takeStored(batch: FastBatch<DispatchRow>): void {
    if (this.#tickets.has(batch.batchId)) return
    const ticket = this.#addTicket(batch)
    for (const row of batch.rows) this.#enqueue(row, ticket)
    this.#followToEnd(ticket)
    if (this.#isClosed) void this.#returnLast()
    else this.#flow.pool.pump(batch.route)
  }

  /** Ends those of the messages that wait here for a link, because their contact has opted out. */
  optedOut(smsIds: readonly number[]): void {
    this.#optedOut.note(smsIds, this.#options.steady.now())
    const held = smsIds.filter((smsId) => this.#inFlight.has(smsId))
    if (held.length > 0) this.#flow.endOptedOut(new Set(held))
  }

  /** To be called when something was put on hold or let go. */
  holdsChanged(): void {
    this.#flow.parkHeld()
    this.#flow.pool.resume()
  }

  /** Finds out which of the messages here must not be sent: announcements may have been missed. */
  async readOptedOut(): Promise<void> {
    const rows = await this.#load([...this.#inFlight.keys()])
    this.optedOut([...rows.values()].flatMap((row) => (row.is_opted_out ? [row.sms_id] : [])))
  }

  /**
   * Stops handing over, waits for the answers that are outstanding, and gives the rest back to Postgres. Afterwards
   * this node owns no batch, unless the database is away.
   *
   * Recording answers may take all of the time there is; those that are not recorded by then are kept in a file.
   * Nothing is given back then: what they are for stays this node's until its lease ends, so that it can come back and
   * record them before anything is repeated.
   */
  async stop(budgetMs = STOP_MS): Promise<void> {
    const { steady, spool } = this.#options
    this.#cancelLook?.()
    this.#flow.pool.stop()
    const deadline = steady.now() + budgetMs
    await this.#until(() => this.#flow.pool.outstanding() === 0, deadline)
    let isRecorded = false
    void this.#outcomes.drained().then(() => {
      isRecorded = true
    })
    await this.#until(() => isRecorded, deadline)
    this.#stopping.abort()
    await this.#outcomes.drained()
    await spool.drained()
    await this.#ends.drained()
    // A batch that is being loaded at this moment arrives later and is given back then.
    this.#isClosed = true
    await this.#returnLast()
  }

  /** Gives back what is left, unless answers are kept for some of it. */
  async #returnLast(): Promise<void> {
    if (this.#options.spool.kept === 0) await this.#returns.giveBackAll(this.#tickets.values())
  }

  /** Waits until something is so, or the time has come. */
  async #until(isSo: () => boolean, deadline: number): Promise<void> {
    const { steady } = this.#options
    while (!isSo() && steady.now() < deadline) await new Promise<void>((resolve) => steady.after(20, resolve))
  }

  get #isWorking(): boolean {
    return !this.#isClosed && !this.#stopping.signal.aborted
  }

  #load(smsIds: readonly number[]): Promise<ReadonlyMap<number, DispatchRow>> {
    return loadWaiting({ ...this.#options, signal: this.#stopping.signal }, smsIds)
  }

  /**
   * Batches whose messages cannot be loaded are not held; they are found again as batches that this node owns but does
   * not have in memory.
   */
  async #loadOrForget(
    smsIds: readonly number[],
    tickets: readonly BatchTicket[],
  ): Promise<ReadonlyMap<number, DispatchRow>> {
    try {
      return await this.#load(smsIds)
    } catch (error) {
      for (const { batch } of tickets) this.#tickets.delete(batch.batchId)
      throw error
    }
  }

  #putInLine(
    fresh: readonly OwnedBatch[],
    tickets: readonly BatchTicket[],
    rows: ReadonlyMap<number, DispatchRow>,
    elsewhere: ReadonlyMap<number, BatchTicket>,
  ): void {
    fresh.forEach((batch, index) => {
      const ticket = tickets[index] as BatchTicket
      for (const smsId of batch.smsIds) {
        const other = elsewhere.get(smsId)
        const row = rows.get(smsId)
        if (other !== undefined) this.#takeAfter(other, smsId, ticket)
        else if (row !== undefined && !this.#inFlight.has(smsId)) this.#enqueue(row, ticket)
      }
      this.#followToEnd(ticket)
    })
  }

  /** A batch of the next attempt may well be claimed before this process learns that the last one is recorded. */
  #takeAfter(other: BatchTicket, smsId: number, ticket: BatchTicket): void {
    ticket.add(smsId)
    void other.settled(smsId).then(() => this.#renew(smsId, ticket))
  }

  /** Loads a message of a batch again; it goes on as it is by now, or is settled when it is not to be sent any more. */
  async #renew(smsId: number, ticket: BatchTicket): Promise<void> {
    try {
      const row = (await this.#load([smsId])).get(smsId)
      if (!ticket.has(smsId)) return
      this.#release(smsId, ticket)
      if (row === undefined || this.#inFlight.has(smsId)) ticket.settle(smsId)
      else {
        this.#enqueue(row, ticket)
        this.#flow.pool.pump(ticket.batch.route)
      }
    } catch (error) {
      this.#options.logger.warn({ err: error, smsId }, 'a message could not be reloaded')
    }
  }

  #addTicket(batch: BatchTicket['batch']): BatchTicket {
    const { batchId, route, priority, line, dueAt, speedId } = batch
    const ticket = new BatchTicket({ batchId, route, priority, line, dueAt, speedId })
    this.#tickets.set(batchId, ticket)
    return ticket
  }

  #followToEnd(ticket: BatchTicket): void {
    void ticket.finished().then(() => this.#ended(ticket))
  }

  async #ended(ticket: BatchTicket): Promise<void> {
    const { batchId } = ticket.batch
    // The messages being given back at this moment are taken out of the batch before it is removed.
    const returning = this.#returns.of(ticket)
    if (returning !== undefined && (await returning)) return
    await this.#ends.remove(batchId)
    this.#tickets.delete(batchId)
  }

  /** Finds those of the messages that another batch still has under way. */
  #runningElsewhere(smsIds: readonly number[]): ReadonlyMap<number, BatchTicket> {
    const running = new Map<number, BatchTicket>()
    for (const smsId of smsIds) {
      const ticket = this.#inFlight.get(smsId)
      if (ticket !== undefined) running.set(smsId, ticket)
    }
    return running
  }

  #enqueue(row: DispatchRow, ticket: BatchTicket): void {
    ticket.add(row.sms_id)
    this.#inFlight.set(row.sms_id, ticket)
    this.#held.add(ticket.batch)
    this.#flow.enqueue(row, ticket)
  }

  #settle(smsId: number, ticket: BatchTicket): void {
    this.#release(smsId, ticket)
    ticket.settle(smsId)
  }

  #release(smsId: number, ticket: BatchTicket): void {
    if (this.#inFlight.get(smsId) !== ticket) return
    this.#inFlight.delete(smsId)
    this.#held.remove(ticket.batch)
  }
}
