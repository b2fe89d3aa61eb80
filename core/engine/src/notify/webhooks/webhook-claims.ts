import { LookLoop } from '../../ownership/look-loop.ts'
import { takeLost } from '../../ownership/owned-rows.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { claimForEndpoints, claimWebhooks, WEBHOOK_BATCHES, type WebhookBatch } from './webhook-batches.ts'

/** How often to look for batches that no job announced. */
const POLL_MS = 5_000

/** Takes the claimed batches: the sender. */
export interface WebhookTaker {
  /** For how many webhooks there is room; 0 when it is full, and then it requests a look once there is room again. */
  room(): number
  /** Endpoints that can take no more. */
  full(): readonly string[]
  /** Called when nothing that is due waits for an endpoint. */
  noneLeft(endpoint: string): void
  /** Whether a batch is in memory. */
  holds(batchId: number): boolean
  /** Queues the webhooks of batches, except those it holds already. Resolves when they are queued. */
  take(batches: readonly WebhookBatch[]): Promise<void>
}

export interface WebhookClaimsOptions extends OwnerTools {
  readonly taker: WebhookTaker
  /** How long a webhook waits at most for one endpoint. */
  readonly giveUpHours: number
}

/**
 * Claims batches of webhooks for this node: one look at the table at a time, when a job reports that some are due, when
 * there is room again, and every few seconds.
 */
export class WebhookClaims {
  readonly #options: WebhookClaimsOptions
  readonly #loop: LookLoop
  /** Endpoints that can take more; null: all may have something that is due. */
  #endpoints: Set<string> | null = null

  constructor(options: WebhookClaimsOptions) {
    this.#options = options
    this.#loop = new LookLoop({
      ...options,
      what: 'webhooks',
      everyMs: POLL_MS,
      takeLost: () => this.#takeLost(),
      look: (isPoll) => this.#claim(isPoll),
    })
  }

  start(): void {
    void this.#loop.start()
  }

  /** Stops claiming. Resolves when what was being claimed is queued. */
  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** Looks for what waits for an endpoint that can take more. */
  lookFor(endpoint: string): void {
    this.#endpoints?.add(endpoint)
    void this.look()
  }

  /** Requests a look, because something may be due. Resolves when it is done. */
  look(): Promise<void> {
    return this.#loop.look()
  }

  /** Call when the outcome of a commit that stored webhooks for this node is unknown. */
  outcomeUnknown(): void {
    this.#loop.outcomeUnknown(POLL_MS)
  }

  async #claim(isPoll: boolean): Promise<boolean> {
    const { sql, taker } = this.#options
    if (isPoll) this.#endpoints = null
    const lease = this.#options.lease()
    const room = taker.room()
    if (lease === null || room === 0) return false
    try {
      const batches = await claimWebhooks(sql, lease, room)
      await taker.take(batches)
      const more = await this.#takeForEndpoints(lease)
      return batches.length + more > 0
    } catch (error) {
      // The endpoints to look for may have been lost, so the next look covers all of them.
      this.#endpoints = null
      throw error
    }
  }

  /** Resolves with the number of batches. */
  async #takeForEndpoints(lease: number): Promise<number> {
    const { sql, taker, giveUpHours } = this.#options
    const endpoints = this.#endpoints === null ? null : [...this.#endpoints]
    this.#endpoints = new Set()
    const room = taker.room()
    if (room === 0 || endpoints?.length === 0) return 0
    const demand = { room, endpoints, without: taker.full(), giveUpHours }
    const batches = await claimForEndpoints(sql, lease, demand)
    const found = new Set(batches.map(({ endpoint }) => endpoint as string))
    for (const endpoint of endpoints ?? [])
      if (!found.has(endpoint) && !demand.without.includes(endpoint)) taker.noneLeft(endpoint)
    // There may be more for each of them.
    for (const endpoint of found) this.#endpoints?.add(endpoint)
    await taker.take(batches)
    return batches.length
  }

  async #takeLost(): Promise<void> {
    const { sql, taker } = this.#options
    const lease = this.#options.lease()
    if (lease === null) return
    const isHeld = (batchId: number) => taker.holds(batchId)
    await takeLost<WebhookBatch>(sql, WEBHOOK_BATCHES, lease, { isHeld, take: (batches) => taker.take(batches) })
  }
}
