import type { Carrier, Clock, Logger } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import type { RecordIds } from '../database/record-ids.ts'
import { retryForever } from '../database/retry-forever.ts'
import { addDispatchJobs, removeDispatchJobs } from '../queue/dispatch-jobs.ts'
import type { DeliveryClaims } from '../sessions/delivery-tools.ts'
import type { EngineSettings } from '../settings.ts'
import { JobTicket } from './links/job-ticket.ts'
import type { LinkPool } from './links/link-pool.ts'
import type { DispatchRow } from './load-messages.ts'
import { MessageFlow } from './message-flow.ts'
import { createMessageLoader, type JobToLoad } from './message-loader.ts'
import { createOutcomeWriters, type OutcomeWriters } from './results/outcome-writers.ts'
import { type ResultRecord, unmarkSubmitting } from './results/record-results.ts'

export interface DispatcherOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly ids: RecordIds
  readonly outbox: DeliveryClaims
  readonly carriers: ReadonlyMap<string, Carrier>
  readonly settings: Pick<EngineSettings, 'dispatch' | 'links' | 'routes'>
  /** False when no receipt can be waiting for a submission of this process. */
  readonly mayReceiptsWait: () => boolean
  readonly onReceiptsWait: (records: readonly ResultRecord[]) => void
  /** Something that keeps jobs from being fetched may have gone. */
  readonly onRoom: () => void
}

/** A dispatch job as graphile-worker hands it over. */
export interface DispatchJobRun extends JobToLoad {
  readonly route: string
  readonly priority: number
  readonly runAt: Date
}

/** Messages just accepted, in a job that is locked by this process. */
export interface DirectRun {
  readonly jobId: number
  readonly route: string
  readonly priority: number
  readonly runAt: Date
  readonly rows: readonly DispatchRow[]
}

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
  readonly #flow: MessageFlow
  readonly #stopping = new AbortController()
  readonly #outcomes: OutcomeWriters
  readonly #loads: MicroBatch<JobToLoad, readonly DispatchRow[]>
  /** Messages in memory with their jobs. A job that comes again while its first run is still under way must not send them twice. */
  readonly #inFlight = new Map<number, JobTicket>()
  readonly #tickets = new Set<JobTicket>()
  #fetchedJobs = 0
  #loading = 0
  readonly #completions: MicroBatch<number, undefined>
  /** `stop` has given back what there was. */
  #isClosed = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    const { signal } = this.#stopping
    this.#outcomes = createOutcomeWriters({ ...options, signal })
    this.#flow = new MessageFlow({
      ...options,
      outcomes: this.#outcomes,
      onSettled: ({ message, ticket }) => this.#settle(message.smsId, ticket),
    })
    this.#loads = createMessageLoader({ ...options, signal })
    const completing = { ...options, signal, what: 'removing finished jobs' }
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
  }

  /** The links and what waits for them, to be looked at. */
  get pool(): Pick<LinkPool, 'links' | 'routes' | 'routesOf' | 'isRouteOpen' | 'outstanding'> {
    return this.#flow.pool
  }

  /** Dispatch jobs from the queue being worked on. */
  get jobsUnderWay(): number {
    return this.#fetchedJobs
  }

  /** Whether jobs were fetched whose messages are not in memory yet. */
  get isLoading(): boolean {
    return this.#loading > 0
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
      let smsIds = job.smsIds
      while (smsIds.length > 0) smsIds = await this.#runOnce({ ...job, smsIds }, ticket)
    } finally {
      this.#fetchedJobs -= 1
      this.#tickets.delete(ticket)
    }
  }

  /**
   * Resolves with those of the messages that another job had under way and that are to be looked at again: a job for the next attempt may well come before this
   * process has heard that the last one is recorded.
   */
  async #runOnce(job: DispatchJobRun, ticket: JobTicket): Promise<readonly number[]> {
    // Noted before loading: what is settled meanwhile may still look unsent in what is loaded.
    const elsewhere = this.#runningElsewhere(job.smsIds)
    const settled = [...elsewhere].map(async ([smsId, other]) => ((await other.settled(smsId)) ? [] : [smsId]))
    for (const row of await this.#load(job)) {
      if (!elsewhere.has(row.sms_id) && !this.#inFlight.has(row.sms_id)) this.#enqueue(row, ticket)
    }
    if (this.#isClosed) await this.#giveBack([ticket])
    // Not before the jobs that were loaded together with it are queued too: one of them may be earlier.
    else queueMicrotask(() => this.#flow.pool.pump(job.route))
    await ticket.finished()
    return (await Promise.all(settled)).flat()
  }

  async #load(job: DispatchJobRun): Promise<readonly DispatchRow[]> {
    this.#loading += 1
    try {
      return await this.#loads.add(job)
    } finally {
      this.#loading -= 1
    }
  }

  /** Whether a message accepted now may go without the queue: its route is open and there is room in memory. */
  hasRoom(route: string, priority: number): boolean {
    if (this.#isClosed || this.#stopping.signal.aborted) return false
    return this.#flow.pool.isRouteOpen(route) && this.messagesHeld(route, priority) < MESSAGES_IN_MEMORY
  }

  /** Runs a job of messages that were just accepted, to its end. */
  async runDirect(job: DirectRun): Promise<void> {
    const ticket = new JobTicket(job)
    this.#tickets.add(ticket)
    try {
      for (const row of job.rows) this.#enqueue(row, ticket)
      if (this.#isClosed) await this.#giveBack([ticket])
      else this.#flow.pool.pump(job.route)
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
    this.#flow.pool.stop()
    const deadline = this.#options.clock.now() + DRAIN_MS
    while (this.#flow.pool.outstanding() > 0 && this.#options.clock.now() < deadline) {
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
    const waiting = this.#flow.pool.drain().map((item) => item.message.smsId)
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
    for (const ticket of left) for (const smsId of ticket.open) this.#settle(smsId, ticket, true)
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

  #enqueue(row: DispatchRow, ticket: JobTicket): void {
    ticket.add(row.sms_id)
    this.#inFlight.set(row.sms_id, ticket)
    this.#flow.enqueue(row, ticket)
  }

  #settle(smsId: number, ticket: JobTicket, wasGivenBack = false): void {
    this.#inFlight.delete(smsId)
    ticket.settle(smsId, wasGivenBack)
  }
}
