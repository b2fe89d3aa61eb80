import type { WebhookKind } from '@heliograph/contracts'

export type { WebhookKind }

/** Requests that are written when they are sent; see `NewWebhook`. */
export type WebhookForm = 'get' | 'soap'

/** What the first outcome of a webhook answers to the contact whose SMS it reports. */
export type ReplyKind = 'auto' | 'confirmation'

/** The step of an incoming SMS's work by which its contact is answered; one of `IncomingStep`. */
export type AnswerStep = 'auto-reply' | 'confirm'

const ANSWER_STEPS = { auto: 'auto-reply', confirmation: 'confirm' } as const satisfies Record<ReplyKind, AnswerStep>

/** How the first outcome of a webhook answers its contact; null when it does not, or has done so. */
export function answerStepOf({ replyKind }: Pick<Webhook, 'replyKind'>): AnswerStep | null {
  return replyKind === null ? null : ANSWER_STEPS[replyKind]
}

/** A webhook to be stored. */
export interface NewWebhook {
  readonly webhookId: number
  readonly clientId: number
  readonly channelId: number
  readonly kind: WebhookKind
  /** The message or incoming SMS that it reports; the first of several messages. */
  readonly subjectId: number
  /** Further messages that it reports. */
  readonly others: readonly number[]
  readonly url: string
  readonly contentType: string
  readonly body: string
  /** The instance that writes the request, from what `body` then holds; null when `body` itself is sent. */
  readonly instance: string | null
  /**
   * The request is written when it is sent, from the incoming SMS and the channel's security key, so that no secret is
   * stored in the log; `body` and `contentType` are then empty. Null for a POST of `body`, or for what the instance
   * writes.
   */
  readonly form: WebhookForm | null
  /** The kind of answer that its contact gets once there is a first outcome; null for none. */
  readonly replyKind: ReplyKind | null
  /** The request that the message came by; null: none, or several messages. Kept with the message. */
  readonly requestId: string | null
  readonly createdAt: Date
}

/** `NewWebhook.others` of a webhook that is about one message or incoming SMS. */
export const NO_OTHERS: readonly number[] = []

/** A webhook as an attempt needs it. */
export interface Webhook extends Omit<NewWebhook, 'createdAt' | 'others'> {
  /** The request that its instance wrote for an earlier attempt, as JSON. */
  readonly request: string | null
  /** Attempts made so far. */
  readonly attempts: number
  /** Attempts since the event, or since an operator had it sent again. */
  readonly tries: number
  /** Seconds since the epoch of the first of these; null before it. */
  readonly signedAt: number | null
}

/** A batch of webhooks that this node owns. */
export interface OwnedWebhooks {
  readonly batchId: number
  /** When the first of them began to wait. */
  readonly since: Date
  /** The one endpoint they are for, because it failed or was busy; null for any. */
  readonly endpoint: string | null
  /** Those that were not recorded yet. */
  readonly webhooks: readonly Webhook[]
}

/** A webhook as it is before anything has been sent. */
export function unsent(webhook: NewWebhook): Webhook {
  return {
    webhookId: webhook.webhookId,
    clientId: webhook.clientId,
    channelId: webhook.channelId,
    kind: webhook.kind,
    subjectId: webhook.subjectId,
    url: webhook.url,
    contentType: webhook.contentType,
    body: webhook.body,
    instance: webhook.instance,
    form: webhook.form,
    replyKind: webhook.replyKind,
    requestId: webhook.requestId,
    request: null,
    attempts: 0,
    tries: 0,
    signedAt: null,
  }
}
