import type { Metrics, NotedBind, NotedRequest, RequestNotes } from '@heliograph/contracts'
import { GatheredWrites } from '../../database/gathered-writes.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import { retryForever } from '../../database/retry-forever.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { MinuteQuota } from './minute-quota.ts'
import { insertBinds, insertRequests } from './request-statements.ts'

/** How long requests are gathered: people wait for nothing longer than a look at the page. */
const GATHER_MS = 1_000
/** Requests that one statement stores. */
const BATCH = 500
/** Requests that wait to be stored; with the texts that are kept of each they take 20 MiB at most. */
const MOST_WAITING = 2_000

/** Of a client and of all clients within a minute, at a node: enough to see what a program does ... */
const ACCEPTED = [20, 6_000] as const
/** ... and every mistake of it, unless it repeats one many times a second. */
const REFUSED = [1_200, 30_000] as const
/** Binds of one account, and of all. */
const BINDS = [20, 600] as const

export interface RequestWriterOptions extends NodeTools {
  readonly metrics: Metrics
  readonly changeNotes?: Pick<ChangeNotes, 'note' | 'noteEverywhere'> | undefined
}

/**
 * Stores the requests that the host notes: gathered, and after they were answered. Neither a busy client nor a database
 * that is away makes it hold more than a bounded number of them; what is left out is counted, except for accepted
 * requests of which enough are kept.
 */
export class RequestWriter implements RequestNotes {
  readonly #options: RequestWriterOptions
  readonly #writes: GatheredWrites
  readonly #accepted = new MinuteQuota<number>(...ACCEPTED)
  readonly #refused = new MinuteQuota<number>(...REFUSED)
  readonly #boundBy = new MinuteQuota<string>(...BINDS)
  readonly #dropped: Record<Outcome, number> = { waiting: 0, many: 0, failed: 0 }
  #requests: NotedRequest[] = []
  #binds: NotedBind[] = []

  constructor(options: RequestWriterOptions) {
    this.#options = options
    showDropped(options.metrics, this.#dropped)
    this.#writes = new GatheredWrites({
      clock: options.clock,
      gatherMs: GATHER_MS,
      isWaiting: () => this.#requests.length + this.#binds.length > 0,
      write: (signal) => this.#write(signal),
    })
  }

  hasRoom(clientId: number, isRefused: boolean): boolean {
    if (this.#requests.length >= MOST_WAITING) {
      this.#dropped.waiting += 1
      return false
    }
    const now = this.#options.clock.now()
    if (!isRefused) return this.#accepted.take(clientId, now)
    const hasRoom = this.#refused.take(clientId, now)
    if (!hasRoom) this.#dropped.many += 1
    return hasRoom
  }

  add(request: NotedRequest): void {
    this.#requests.push(request)
    this.#writes.plan()
  }

  addBind(bind: NotedBind): void {
    if (this.#boundBy.take(bind.account, this.#options.clock.now())) {
      this.#binds.push(bind)
      this.#writes.plan()
    } else this.#dropped.many += 1
  }

  /** Writes what is left at once; gives up when the database is away. */
  stop(): Promise<void> {
    return this.#writes.stop()
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { sql, changeNotes } = this.#options
    while (this.#requests.length > 0) {
      const requests = this.#requests.splice(0, BATCH)
      await this.#run(requests.length, signal, () => insertRequests(sql, requests))
      for (const { clientId } of requests) changeNotes?.note({ subject: 'requests', clientId })
    }
    const binds = this.#binds.splice(0)
    if (binds.length === 0) return
    await this.#run(binds.length, signal, () => insertBinds(sql, binds))
    // Only the statement knows whose accounts they are.
    changeNotes?.noteEverywhere('requests')
  }

  async #run(count: number, signal: AbortSignal, write: () => Promise<void>): Promise<void> {
    const { clock, logger } = this.#options
    try {
      await retryForever({ clock, logger, what: 'noting requests', signal }, write)
    } catch (error) {
      logger.warn({ err: error, requests: count }, 'requests could not be recorded')
      this.#dropped.failed += count
    }
  }
}

/** `waiting`: too many wait to be stored; `many`: too many of a client in a minute; `failed`: they were not stored. */
type Outcome = 'waiting' | 'many' | 'failed'

function showDropped(metrics: Metrics, dropped: Readonly<Record<Outcome, number>>): void {
  const counter = metrics.counter(
    'request_log_dropped',
    'Requests that the log of requests left out: too many wait to be stored, too many of one client within a minute, or they could not be stored',
    ['outcome'],
  )
  for (const outcome of ['waiting', 'many', 'failed'] as const) counter.collect(() => dropped[outcome], { outcome })
}
