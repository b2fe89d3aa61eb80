import {
  type Carrier,
  type Clock,
  type Logger,
  type OutgoingMessage,
  type PartOutcome,
  PRIORITIES,
  type Priority,
  type PriorityName,
} from '@heliograph/contracts'
import { isDataFault, type Sql } from '../database.ts'
import { addDispatchJobs, removeDispatchJobs } from '../jobs/dispatch-jobs.ts'
import type { FinishedState } from '../messages/finish.ts'
import { MicroBatch } from '../micro-batch.ts'
import type { RecordIds } from '../record-ids.ts'
import { retryForever } from '../retry-forever.ts'
import type { DeliveryClaims } from '../sessions/delivery-tools.ts'
import type { EngineSettings } from '../settings.ts'
import { type DecisionRules, decide } from './decide.ts'
import { JobTicket } from './job-ticket.ts'
import { LinkPump } from './link-pump.ts'
import { type DispatchRow, forgetScheduledJobs, loadMessages } from './load-messages.ts'
import { createOutcomeWriters, type OutcomeWriters } from './outcome-writers.ts'
import type { QueuedMessage } from './queued-message.ts'
import { type ResultRecord, unmarkSubmitting } from './record-results.ts'
import { RouteQueue } from './route-queue.ts'
import { type NamedLink, nameLinks, resolveRoutes } from './routing.ts'

export interface DispatcherOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly ids: RecordIds
  readonly outbox?: DeliveryClaims | undefined
  readonly carriers: ReadonlyMap<string, Carrier>
  readonly settings: Pick<EngineSettings, 'dispatch' | 'links' | 'routes'>
  /** False when no receipt can be waiting for a submission of this process. */
  readonly mayReceiptsWait: () => boolean
  readonly onReceiptsWait: (records: readonly ResultRecord[]) => void
  /** Something that keeps jobs from being fetched may have gone. */
  readonly onRoom: () => void
}

/** A dispatch job as graphile-worker hands it over. */
export interface DispatchJobRun {
  readonly jobId: number
  readonly route: string
  readonly priority: number
  readonly runAt: Date
  /** Added to run later: it may be a schedule. */
  readonly delayed: boolean
  readonly smsIds: readonly number[]
}

/** Messages just accepted, in a job that is locked by this process. */
export interface DirectRun {
  readonly jobId: number
  readonly route: string
  readonly priority: number
  readonly runAt: Date
  readonly rows: readonly DispatchRow[]
}

interface Load {
  readonly job: DispatchJobRun
  readonly ticket: JobTicket
}

const NAMES = new Map<number, PriorityName>(
  Object.entries(PRIORITIES).map(([name, priority]) => [priority, name as PriorityName]),
)

/** Messages of one route and priority in memory above which no more are fetched: enough for any link's window. */
export const MESSAGES_IN_MEMORY = 2_000

/** Jobs run directly that end within this time are removed together. */
const COMPLETION_DELAY_MS = 50

/** How long a stop waits for links to answer what they were given. */
const DRAIN_MS = 6_000

/**
 * Takes dispatch jobs, feeds the links of their routes and writes down what became of each message.
 *
 * Nothing waits here that is not also in Postgres: a job stays locked until all of its messages are settled, so a crash at any point only brings the job back.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #links: readonly NamedLink[]
  readonly #routes: ReadonlyMap<string, readonly NamedLink[]>
  readonly #queues = new Map<string, RouteQueue>()
  readonly #pumps = new Map<string, LinkPump>()
  readonly #stopping = new AbortController()
  readonly #outcomes: OutcomeWriters
  readonly #loads: MicroBatch<Load, readonly DispatchRow[]>
  /** Messages in memory with their jobs. A job that comes again while its first run is still under way must not send them twice. */
  readonly #inFlight = new Map<number, JobTicket>()
  readonly #tickets = new Set<JobTicket>()
  #fetchedJobs = 0
  readonly #completions: MicroBatch<number, undefined>
  /** `stop` has given back what there was. */
  #isClosed = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#links = nameLinks(options.carriers)
    this.#routes = new Map(
      [...resolveRoutes(options.settings.routes, this.#links)].map(([name, groups]) => [
        name,
        groups.flatMap((group) => group.map(({ link }) => link)),
      ]),
    )
    for (const route of this.#routes.keys()) this.#queues.set(route, new RouteQueue(route))
    this.#outcomes = createOutcomeWriters({ ...options, signal: this.#stopping.signal })
    // A job whose load failed would come back late and behind others.
    const retry = { ...options, signal: this.#stopping.signal, what: 'loading messages' }
    this.#loads = new MicroBatch({
      run: (loads) => retryForever(retry, () => this.#load(loads)),
      maxWeight: 8,
      lanes: 1,
      isolate: isDataFault,
    })
    const completing = { ...options, signal: this.#stopping.signal, what: 'removing finished jobs' }
    this.#completions = new MicroBatch({
      run: async (jobIds) => {
        // Nothing waits for it, and the fewer statements the better.
        await new Promise<void>((resolve) => options.clock.after(COMPLETION_DELAY_MS, resolve))
        await retryForever(completing, () => removeDispatchJobs(options.sql, jobIds))
        return jobIds.map(() => undefined)
      },
      maxWeight: 1_000,
      lanes: 1,
    })
    for (const link of this.#links) this.#pumps.set(link.id, this.#makePump(link))
  }

  get routes(): readonly string[] {
    return [...this.#routes.keys()]
  }

  get links(): readonly NamedLink[] {
    return this.#links
  }

  /** Parts handed to a link and not answered. */
  outstandingOf(linkId: string): number {
    return this.#pumps.get(linkId)?.outstanding ?? 0
  }

  /** True while some link of the route can take messages, or when it has none at all: those messages are to be refused, not kept. */
  isRouteOpen(route: string): boolean {
    const links = this.#routes.get(route) ?? []
    return links.length === 0 || links.some((link) => this.#pumps.get(link.id)?.isUp)
  }

  /** Dispatch jobs from the queue being worked on. */
  get jobsUnderWay(): number {
    return this.#fetchedJobs
  }

  /** Ids of the jobs being worked on. */
  jobsHeld(): readonly number[] {
    return [...this.#tickets].map((ticket) => ticket.job.jobId)
  }

  /** Messages of this route and priority in memory and not yet settled. */
  messagesHeld(route: string, priority: number): number {
    let messages = 0
    for (const ticket of this.#tickets) {
      if (ticket.job.route === route && ticket.job.priority === priority) messages += ticket.size
    }
    return messages
  }

  /** Resolves when the answers of links so far are in the database. */
  resultsRecorded(): Promise<void> {
    return this.#outcomes.recorded()
  }

  /** Runs a job to its end: resolves when every message of it is settled, or has been given back to a new job by `stop`. */
  async run(job: DispatchJobRun): Promise<void> {
    const ticket = new JobTicket(job)
    this.#tickets.add(ticket)
    this.#fetchedJobs += 1
    try {
      // Noted before loading: what is settled meanwhile may still look unsent in what is loaded.
      const elsewhere = this.#runningElsewhere(job.smsIds)
      const rows = await this.#loads.add({ job, ticket })
      for (const row of rows) {
        if (!elsewhere.has(row.sms_id) && !this.#inFlight.has(row.sms_id)) this.#enqueue(row, ticket)
      }
      if (this.#isClosed) await this.#giveBack([ticket])
      // Not before the jobs that were loaded together with it are queued too: one of them may be earlier.
      else queueMicrotask(() => this.#pumpRoute(job.route))
      await ticket.finished()
      await Promise.all([...elsewhere.values()].map((other) => other.finished()))
    } finally {
      this.#fetchedJobs -= 1
      this.#tickets.delete(ticket)
    }
  }

  /** Whether a message accepted now may go without the queue: its route is open and there is room in memory. */
  hasRoom(route: string, priority: number): boolean {
    if (this.#isClosed || this.#stopping.signal.aborted) return false
    return this.#routes.has(route) && this.isRouteOpen(route) && this.messagesHeld(route, priority) < MESSAGES_IN_MEMORY
  }

  /** Runs a job of messages that were just accepted, to its end. */
  async runDirect(job: DirectRun): Promise<void> {
    const ticket = new JobTicket(job)
    this.#tickets.add(ticket)
    try {
      for (const row of job.rows) this.#enqueue(row, ticket)
      if (this.#isClosed) await this.#giveBack([ticket])
      else this.#pumpRoute(job.route)
      await ticket.finished()
      await this.#completions.add(job.jobId)
    } catch (error) {
      // It stays locked until this process ends or the queue finds that nobody has it; its messages are settled.
      this.#options.logger.warn({ error, jobId: job.jobId }, 'a finished job could not be removed')
    } finally {
      this.#tickets.delete(ticket)
    }
  }

  /**
   * Hands over nothing more, waits for the answers of what is out, and gives the rest back to Postgres. After it every `run` has resolved, unless the database
   * is away.
   */
  async stop(): Promise<void> {
    for (const pump of this.#pumps.values()) pump.stop()
    const deadline = this.#options.clock.now() + DRAIN_MS
    while (this.#outstanding() > 0 && this.#options.clock.now() < deadline) {
      await new Promise<void>((resolve) => this.#options.clock.after(20, resolve))
    }
    this.#stopping.abort()
    await this.#outcomes.drained()
    await this.#completions.drained()
    // A job that is being loaded at this moment comes later and gives itself back.
    this.#isClosed = true
    await this.#giveBack([...this.#tickets])
  }

  /** What is left of jobs becomes new ones, at their old place. The old ones go in the same transaction: a message must not be in two jobs. */
  async #giveBack(tickets: readonly JobTicket[]): Promise<void> {
    const left = tickets.filter((ticket) => ticket.size > 0)
    if (left.length === 0) return
    // Unlike what a link still has, these certainly have not left, whatever is marked.
    const waiting = [...this.#queues.values()].flatMap((queue) => queue.drain().map((item) => item.message.smsId))
    await this.#options.sql.begin(async (tx) => {
      await unmarkSubmitting(tx, waiting)
      await removeDispatchJobs(
        tx,
        left.map((ticket) => ticket.job.jobId),
      )
      await addDispatchJobs(
        tx,
        left.map((ticket) => ({ ...ticket.job, smsIds: ticket.open })),
      )
    })
    for (const ticket of left) for (const smsId of ticket.open) this.#settle(smsId, ticket)
  }

  #outstanding(): number {
    let parts = 0
    for (const pump of this.#pumps.values()) parts += pump.outstanding
    return parts
  }

  #makePump(named: NamedLink): LinkPump {
    const queues = [...this.#routes]
      .filter(([, links]) => links.some((link) => link.id === named.id))
      .map(([route]) => this.#queues.get(route) as RouteQueue)
    return new LinkPump({
      id: named.id,
      link: named.link,
      clock: this.#options.clock,
      logger: this.#options.logger,
      queues,
      discard: (item) => this.#discardExpired(item),
      beforeSubmit: (item) => this.#noteHandover(named, item),
      afterSubmit: (pump, item, outcomes) => this.#afterSubmit(pump, named, item, outcomes),
      onUpChange: this.#options.onRoom,
    })
  }

  /** Those of the messages that another run of their job still has under way. */
  #runningElsewhere(smsIds: readonly number[]): ReadonlyMap<number, JobTicket> {
    const running = new Map<number, JobTicket>()
    for (const smsId of smsIds) {
      const ticket = this.#inFlight.get(smsId)
      if (ticket !== undefined) running.set(smsId, ticket)
    }
    return running
  }

  async #load(loads: readonly Load[]): Promise<readonly (readonly DispatchRow[])[]> {
    const { sql } = this.#options
    const delayed = loads.filter(({ job }) => job.delayed).map(({ job }) => job.jobId)
    if (delayed.length > 0) await forgetScheduledJobs(sql, delayed)
    const rows = await loadMessages(
      sql,
      loads.flatMap(({ job }) => job.smsIds),
    )
    if (loads.length === 1) return [rows]
    const byId = new Map(rows.map((row) => [row.sms_id, row]))
    return loads.map(({ job }) => job.smsIds.map((smsId) => byId.get(smsId)).filter((row) => row !== undefined))
  }

  #enqueue(row: DispatchRow, ticket: JobTicket): void {
    ticket.add(row.sms_id)
    this.#inFlight.set(row.sms_id, ticket)
    const item: QueuedMessage = {
      message: toOutgoing(row),
      priority: row.priority as Priority,
      dueAt: ticket.job.runAt.getTime(),
      refusedBy: undefined,
      ticket,
    }
    if ((this.#routes.get(ticket.job.route) ?? []).length === 0) this.#finish(item, 'no-route')
    else if (this.#isHeld(row)) this.#recordHeld(item, row.interrupted_on as string)
    else this.#queues.get(ticket.job.route)?.push(item)
  }

  /** Handed over before a crash, under the policy to wait for a receipt. */
  #isHeld(row: DispatchRow): boolean {
    return row.interrupted_on !== null && this.#rules(row.interrupted_on, row.priority).unknownOutcome === 'hold'
  }

  #recordHeld(item: QueuedMessage, linkId: string): void {
    const carrier = linkId.slice(0, linkId.lastIndexOf('/'))
    const decision = decide(item.message, [{ kind: 'unknown' }], {
      ...this.#rules(linkId, item.priority),
      maxResends: 0,
    })
    if (decision.kind === 'record') this.#record({ id: linkId, carrier }, item, decision)
  }

  #rules(linkId: string, priority: number): DecisionRules {
    const { dispatch, links } = this.#options.settings
    return {
      unknownOutcome: links[linkId]?.unknownOutcome ?? (priority <= PRIORITIES.HIGH ? 'resend' : 'hold'),
      maxResends: dispatch.maxResends,
      retryDelaysMs: dispatch.retryDelaysSeconds.map((seconds) => seconds * 1000),
    }
  }

  #pumpRoute(route: string): void {
    for (const link of this.#routes.get(route) ?? []) this.#pumps.get(link.id)?.pump()
  }

  #discardExpired(item: QueuedMessage): boolean {
    if (item.message.validUntil.getTime() > this.#options.clock.now()) return false
    this.#finish(item, 'expired')
    return true
  }

  /** Under the policy `hold` a crash must leave a trace of what was handed over; under `resend` it would be sent again anyway. */
  #noteHandover(link: NamedLink, item: QueuedMessage): Promise<void> | undefined {
    if (this.#rules(link.id, item.priority).unknownOutcome === 'resend') return undefined
    return this.#outcomes.note({ smsId: item.message.smsId, link: link.id })
  }

  #afterSubmit(pump: LinkPump, link: NamedLink, item: QueuedMessage, outcomes: readonly PartOutcome[]): void {
    const decision = decide(item.message, outcomes, this.#rules(link.id, item.priority))
    switch (decision.kind) {
      case 'record':
        if (decision.state === 'submitted') pump.resume()
        this.#record(link, item, decision)
        break
      case 'put-back':
        // A link that is up and sends nothing would be asked again and again.
        if (decision.pause || pump.isUp) pump.pause()
        this.#queues.get(item.ticket.job.route)?.push(item)
        this.#pumpRoute(item.ticket.job.route)
        break
      case 'other-link':
        this.#tryOtherLink(link, item, decision.networkStatus, decision.errorId)
        break
    }
  }

  #tryOtherLink(link: NamedLink, item: QueuedMessage, networkStatus: string, errorId: number | null): void {
    item.refusedBy ??= new Set()
    item.refusedBy.add(link.id)
    const links = this.#routes.get(item.ticket.job.route) ?? []
    if (links.some((other) => !item.refusedBy?.has(other.id))) {
      this.#queues.get(item.ticket.job.route)?.push(item)
      this.#pumpRoute(item.ticket.job.route)
      return
    }
    const state = 'refused-by-network'
    const part = { part: 1, networkId: null, state, networkStatus, errorId } as const
    this.#record(link, item, { kind: 'record', state, parts: [part], networkStatus, errorId, retryInMs: 0 })
  }

  #record(
    link: Pick<NamedLink, 'id' | 'carrier'>,
    item: QueuedMessage,
    decision: Extract<ReturnType<typeof decide>, { kind: 'record' }>,
  ): void {
    const at = this.#options.clock.now()
    const { message, ticket } = item
    const retry =
      decision.state === 'retrying'
        ? { route: ticket.job.route, priority: item.priority, runAt: new Date(at + decision.retryInMs) }
        : undefined
    const record: ResultRecord = {
      smsId: message.smsId,
      attempt: message.attempt,
      state: decision.state,
      carrier: link.carrier,
      link: link.id,
      parts: decision.parts,
      networkStatus: decision.networkStatus,
      errorId: decision.errorId,
      at,
    }
    this.#settleAfter(this.#outcomes.record({ record, retry }), item)
  }

  #finish(item: QueuedMessage, state: FinishedState): void {
    this.#settleAfter(this.#outcomes.finish({ smsId: item.message.smsId, state }), item)
  }

  #settleAfter(written: Promise<void>, item: QueuedMessage): void {
    written.then(
      () => this.#settle(item.message.smsId, item.ticket),
      (error) => this.#options.logger.error({ error, smsId: item.message.smsId }, 'a result could not be recorded'),
    )
  }

  #settle(smsId: number, ticket: JobTicket): void {
    this.#inFlight.delete(smsId)
    ticket.settle(smsId)
  }
}

function toOutgoing(row: DispatchRow): OutgoingMessage {
  return {
    smsId: row.sms_id,
    attempt: row.attempt + 1,
    from: row.sender,
    to: row.recipient,
    text: row.body,
    encoding: row.encoding === 0 ? 'gsm' : 'ucs2',
    parts: row.parts,
    flash: row.flash,
    userDataHeader: null,
    only: null,
    priority: NAMES.get(row.priority) ?? 'NORMAL',
    validUntil: row.valid_until,
  }
}
