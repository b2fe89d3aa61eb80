import type { Sendable } from './endpoint-queue.ts'
import type { RequestMaterials } from './outgoing-request.ts'
import type { Webhook } from './webhook.ts'

/** A batch of this node, as long as some of its webhooks are not recorded. */
export interface HeldBatch {
  readonly batchId: number
  readonly since: Date
  /** The one endpoint it waited for; null for any. */
  readonly endpoint: string | null
  /** How many of its webhooks are not recorded. */
  left: number
}

/** A webhook in the memory of this node. */
export interface HeldWebhook extends Sendable {
  readonly webhook: Webhook
  readonly batch: HeldBatch
  /** Null when its channel or its incoming SMS has gone. */
  readonly materials: RequestMaterials | null
  /** A later receipt of its message has been stored while it waited. */
  readonly isOvertaken: boolean
}

/** How many webhooks, and octets of them, may be in memory; the rest waits in the table. */
const WEBHOOKS_LIMIT = 20_000
const OCTETS_LIMIT = 67_108_864
/** Roughly how many octets a webhook takes besides its texts. */
const OVERHEAD = 1_000
/** Less room than this counts as none, because webhooks are claimed in batches. */
const LEAST_ROOM = 1_000

/** The webhooks that this node holds, by number and size. */
export class WebhookMemory {
  /** Ids of the batches. */
  readonly #batches = new Set<number>()
  readonly #octets = new Map<number, number>()
  #total = 0

  /** The number of webhooks. */
  get size(): number {
    return this.#octets.size
  }

  /** How many more there is room for; 0 when it is too few to be worth while. */
  get room(): number {
    const room = this.#total >= OCTETS_LIMIT ? 0 : WEBHOOKS_LIMIT - this.size
    return room < LEAST_ROOM ? 0 : room
  }

  hasBatch(batchId: number): boolean {
    return this.#batches.has(batchId)
  }

  has(webhookId: number): boolean {
    return this.#octets.has(webhookId)
  }

  add(batch: HeldBatch, webhooks: readonly Webhook[]): void {
    this.#batches.add(batch.batchId)
    for (const webhook of webhooks) {
      const octets = OVERHEAD + webhook.url.length + webhook.body.length + (webhook.request?.length ?? 0)
      this.#octets.set(webhook.webhookId, octets)
      this.#total += octets
    }
  }

  remove(webhookIds: Iterable<number>, batchIds: readonly number[]): void {
    for (const webhookId of webhookIds) {
      this.#total -= this.#octets.get(webhookId) ?? 0
      this.#octets.delete(webhookId)
    }
    for (const batchId of batchIds) this.#batches.delete(batchId)
  }
}
