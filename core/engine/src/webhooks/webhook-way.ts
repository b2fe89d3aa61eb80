import type { NewWebhook, OwnedWebhooks } from './webhook.ts'

/** Where webhooks go that are being stored. */
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

/** The short way of webhooks that are stored and sent by the same process: without a job, and with their bodies still in memory. */
export interface WebhookWay {
  /** Undefined: all of them wait in the table. */
  place(webhooks: readonly NewWebhook[]): Placement | undefined
  /** A batch of taken ones has been committed. */
  run(batch: OwnedWebhooks): void
  /** What was left in the table has been committed. */
  left(left: LeftWebhooks): void
  /** The transaction that stored a batch failed, or its outcome is not known. */
  doubt(): void
}
