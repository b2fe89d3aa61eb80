import type { Clock, Logger } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { ClaimLoop } from '../queue/claim-loop.ts'
import { claimForEndpoints, claimWebhooks, findOwnedWebhooks, type WebhookBatch } from './webhook-batches.ts'

/** What no job has told of is looked for this often. */
const POLL_MS = 5_000

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
  readonly #loop: ClaimLoop
  /** Endpoints that can take more; null: all may have something that is due. */
  #endpoints: Set<string> | null = null

  constructor(options: WebhookClaimsOptions) {
    this.#options = options
    this.#loop = new ClaimLoop({
      ...options,
      pollMs: POLL_MS,
      what: 'webhooks',
      onPoll: () => {
        this.#endpoints = null
      },
      takeLost: (lease) => this.#takeLost(lease),
      claim: (lease) => this.#claim(lease),
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Claims nothing more. Resolves when what was being claimed is in line. */
  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** An endpoint can take more. */
  lookFor(endpoint: string): void {
    this.#endpoints?.add(endpoint)
    void this.look()
  }

  /** Something may be due. Resolves when it has been looked for. */
  look(): Promise<void> {
    return this.#loop.look()
  }

  /** The outcome of a commit that stored webhooks for this node is not known. */
  doubt(): void {
    this.#loop.doubtAfter(POLL_MS)
  }

  async #claim(lease: number): Promise<boolean> {
    const { sql, taker } = this.#options
    const room = taker.room()
    if (room === 0) return false
    try {
      const batches = await withDeadline(claimWebhooks(sql, lease, room))
      await taker.take(batches)
      const more = await this.#takeForEndpoints(lease)
      return batches.length + more > 0
    } catch (error) {
      // Which endpoints were to be looked for may be forgotten.
      this.#endpoints = null
      throw error
    }
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

  async #takeLost(lease: number): Promise<void> {
    const { sql, taker } = this.#options
    const lost = await withDeadline(findOwnedWebhooks(sql, lease, taker.held()))
    if (lost.length > 0) await taker.take(lost)
  }
}
