import type { Clock, Logger } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { claimForEndpoints, claimWebhooks, findOwnedWebhooks, type WebhookBatch } from './webhook-batches.ts'

/** What no job has told of is looked for this often. */
const POLL_MS = 5_000
/** Waits after a look that failed. */
const RETRY_MS = 250
/** What this node owns and does not hold is looked for this often when nothing seems wrong. */
const LOST_MS = 15_000

/** Takes the batches that are claimed: the sender. */
export interface WebhookTaker {
  /** For how many webhooks there is room; 0 when it is full, which it ends with a look. */
  room(): number
  /** Endpoints that can take no more. */
  full(): readonly string[]
  /** Nothing that is due waits for an endpoint. */
  noneLeft(endpoint: string): void
  /** Batches in memory. */
  held(): readonly number[]
  /** Resolves when their webhooks are in line; those it holds already are passed over. */
  take(batches: readonly WebhookBatch[]): Promise<void>
}

export interface WebhookClaimsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly taker: WebhookTaker
  /** The node's lease, null while it must not claim anything. */
  readonly lease: () => number | null
  /** How long a webhook waits at most for one endpoint. */
  readonly giveUpHours: number
}

/** Claims batches of webhooks for this node: one look at the table at a time, when a job says that some are due, when there is room again, and every few seconds. */
export class WebhookClaims {
  readonly #options: WebhookClaimsOptions
  #looking: Promise<void> | undefined
  #isWanted = false
  /** Endpoints that can take more; null: all may have something that is due. */
  #endpoints: Set<string> | null = null
  #isStopped = true
  #cancelPoll: (() => void) | undefined
  /** A commit may have happened that was not heard of. */
  #isInDoubt = false
  #lookForLostAt = 0

  constructor(options: WebhookClaimsOptions) {
    this.#options = options
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

  /** An endpoint can take more. */
  lookFor(endpoint: string): void {
    this.#endpoints?.add(endpoint)
    void this.look()
  }

  /** Something may be due. Resolves when it has been looked for. */
  look(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    this.#isWanted = true
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** The outcome of a commit that stored webhooks for this node is not known. */
  doubt(): void {
    this.#lookForLostAt = Math.min(this.#lookForLostAt, this.#options.clock.now() + POLL_MS)
  }

  #poll(): void {
    const { clock } = this.#options
    if (clock.now() >= this.#lookForLostAt) this.#isInDoubt = true
    this.#endpoints = null
    void this.look()
    this.#cancelPoll = clock.after(POLL_MS, () => this.#poll())
  }

  async #lookOn(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        await this.#lookOnce()
      } catch (error) {
        this.#isInDoubt = true
        this.#endpoints = null
        this.#options.logger.debug({ error }, 'webhooks could not be claimed, will be tried again')
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
    const room = taker.room()
    if (room === 0) return
    const batches = await withDeadline(claimWebhooks(sql, lease, room))
    await taker.take(batches)
    const more = await this.#takeForEndpoints(lease)
    if (batches.length + more > 0) this.#isWanted = true
  }

  /** Resolves with how many batches there were. */
  async #takeForEndpoints(lease: number): Promise<number> {
    const { sql, taker, giveUpHours } = this.#options
    const endpoints = this.#endpoints === null ? null : [...this.#endpoints]
    this.#endpoints = new Set()
    const room = taker.room()
    if (room === 0 || endpoints?.length === 0) return 0
    const appetite = { room, endpoints, without: taker.full(), giveUpHours }
    const batches = await withDeadline(claimForEndpoints(sql, lease, appetite))
    const found = new Set(batches.map(({ endpoint }) => endpoint as string))
    for (const endpoint of endpoints ?? [])
      if (!found.has(endpoint) && !appetite.without.includes(endpoint)) taker.noneLeft(endpoint)
    // There may be more for each of them.
    for (const endpoint of found) this.#endpoints?.add(endpoint)
    await taker.take(batches)
    return batches.length
  }

  /** What was stored or claimed for this node without its hearing of it. */
  async #takeLost(lease: number): Promise<void> {
    const { sql, clock, taker } = this.#options
    this.#isInDoubt = false
    this.#lookForLostAt = clock.now() + LOST_MS
    const lost = await withDeadline(findOwnedWebhooks(sql, lease, taker.held()))
    if (lost.length > 0) await taker.take(lost)
  }
}
