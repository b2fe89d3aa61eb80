import type { NewWebhook, OwnedWebhooks } from './webhook.ts'

/** Where webhooks that are being stored go. */
export interface Placement {
  /** The lease under which those in `taken` become one batch. */
  readonly lease: number
  /** This process sends them from memory, straight after the commit. */
  readonly taken: readonly NewWebhook[]
  /** These wait in the table, since their endpoints fail or have enough to do. */
  readonly left: readonly LeftWebhooks[]
}

/** Webhooks of one endpoint that wait in the table. */
export interface LeftWebhooks {
  readonly endpoint: string
  readonly delayMs: number
  readonly webhookIds: readonly number[]
}

/**
 * The fast path for webhooks that the same process stores and sends: without a job, and with their bodies still in
 * memory.
 */
export interface WebhookFastPath {
  /** Decides where webhooks go; undefined when all of them wait in the table. */
  place(webhooks: readonly NewWebhook[]): Placement | undefined
  /** Call when a batch of taken ones has been committed. */
  run(batch: OwnedWebhooks): void
  /** Call when what was left in the table has been committed. */
  left(left: LeftWebhooks): void
  /** Call when the transaction that stored a batch failed or its outcome is unknown. */
  outcomeUnknown(): void
}
