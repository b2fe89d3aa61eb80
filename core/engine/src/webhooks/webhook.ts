import type { WebhookKind } from '@heliograph/contracts'

export type { WebhookKind }

/** Requests that are written when they are sent; see `NewWebhook`. */
export type WebhookForm = 'get' | 'soap'

/** What the first outcome of a webhook answers to the contact whose SMS it tells of. */
export type ReplyKind = 'auto' | 'confirmation'

/** A webhook to be stored. */
export interface NewWebhook {
  readonly webhookId: number
  readonly clientId: number
  readonly channelId: number
  readonly kind: WebhookKind
  /** The message or incoming SMS it tells of. */
  readonly subjectId: number
  readonly url: string
  readonly contentType: string
  readonly body: string
  /** The instance that writes the request, of what `body` then holds; null: `body` is what is sent. */
  readonly instance: string | null
  /**
   * Written when it is sent, of the incoming SMS and the channel's security key, so that no secret lies in the log; `body` and `contentType` are then empty.
   * Null: a POST of `body`, or what the instance writes.
   */
  readonly form: WebhookForm | null
  /** What the task `incoming-reply` is to be told once there is a first outcome; null: nothing. */
  readonly replyKind: ReplyKind | null
  readonly createdAt: Date
}

/** A webhook as an attempt needs it. */
export interface Webhook extends Omit<NewWebhook, 'createdAt'> {
  /** What its instance wrote for an earlier attempt, as JSON. */
  readonly request: string | null
  /** Attempts made so far. */
  readonly attempts: number
  /** Those of them since the event, or since an operator had it sent again. */
  readonly tries: number
  /** Seconds since the epoch of the first of these; null before it. */
  readonly signedAt: number | null
}

/** A batch of webhooks that this node owns. */
export interface OwnedWebhooks {
  readonly batchId: number
  /** The earliest moment from which one of them has waited. */
  readonly since: Date
  /** The one endpoint they are for, because it failed or was busy; null: any. */
  readonly endpoint: string | null
  /** Those that were not recorded yet. */
  readonly webhooks: readonly Webhook[]
}

/** A webhook as it is before anything has been sent. */
export function unsent({ createdAt: _, ...webhook }: NewWebhook): Webhook {
  return { ...webhook, request: null, attempts: 0, tries: 0, signedAt: null }
}
