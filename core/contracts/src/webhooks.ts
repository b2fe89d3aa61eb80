import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What webhooks tell of (specification, "Outbound webhook kinds"). */
export const WEBHOOK_KINDS = ['dlr', 'incoming', 'opt-out', 'opt-in'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** `pending`: an attempt is still to come; the other two are final until somebody sends it again. */
export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** A call of a client's server, made or still to be made. */
export interface WebhookRecord {
  readonly webhookId: number
  readonly clientId: number
  readonly channelId: number
  readonly kind: WebhookKind
  /** The message or incoming SMS it tells of. */
  readonly subjectId: number
  readonly url: string
  readonly state: WebhookState
  /** Attempts made so far. */
  readonly attempts: number
  readonly createdAt: Date
}

/** All given conditions must hold. */
export interface WebhookFilter {
  /** For operators; others see their own client's alone. */
  readonly clientId?: number | undefined
  readonly channelId?: number | undefined
  readonly kind?: WebhookKind | undefined
  readonly state?: WebhookState | undefined
  readonly subjectId?: number | undefined
  /** Created at or after. */
  readonly since?: Date | undefined
  /** Only those with a lower `webhookId`: the `next` of the page before. */
  readonly before?: number | undefined
  /** How many at most. */
  readonly limit: number
}

/** Webhooks in the order of their `webhookId`, highest first. */
export interface WebhookPage {
  readonly records: readonly WebhookRecord[]
  /** `before` of the next page. Undefined: there is none. */
  readonly next: number | undefined
}

/** A request as it is sent. What names a credential in its headers is hidden; signatures are made anew for each attempt and are not kept. */
export interface WebhookRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came of an attempt. */
export interface WebhookAnswer {
  /** HTTP status; null when there was no answer, for the reason in `failure`. */
  readonly status: number | null
  readonly failure: string | null
  /** How the answer begins. */
  readonly reply: string | null
  readonly elapsedMs: number
}

export interface WebhookAttempt extends WebhookAnswer {
  /** From 1. */
  readonly attempt: number
  readonly at: Date
}

/** A webhook with everything that is kept of it. */
export interface WebhookDetails extends WebhookRecord {
  /** Null while the interface that writes it has not done so. */
  readonly request: WebhookRequest | null
  /** Oldest first, at most the last 1,000. */
  readonly log: readonly WebhookAttempt[]
}

/** A host that failed again and again, so that a client's webhooks wait and it gets single probes. */
export interface PausedHost {
  readonly clientId: number
  /** The beginning of the URLs: `https://client.example`. */
  readonly host: string
  /** Since when the oldest of them waits. */
  readonly since: Date
  /** When the next probe is made. */
  readonly probeAt: Date
  /** Webhooks that wait for it. Counted to 10,000. */
  readonly waiting: number
}

/** What is to be sent again. */
export type WebhookSelection =
  | { readonly webhookIds: readonly number[] }
  /** All that failed for good of those created at or after, as far as the other conditions go. */
  | (Omit<WebhookFilter, 'state' | 'before' | 'limit' | 'since'> & { readonly failedSince: Date })

/**
 * The log of webhooks: those of the principal's client, for an `operator` those of all. Reading is for every user; sending is for an `admin` and an `operator`,
 * others get `forbidden`/`not-allowed`. All of it throws `unavailable` while the database is away.
 */
export interface Webhooks {
  /** Newest first. A page ends at `limit`, or before it when the search has taken too long: then it may even be empty, and `next` leads on. Throws as `Reports.find`. */
  find(principal: Principal, filter: WebhookFilter, options?: FindOptions): Promise<WebhookPage>
  /** Undefined when there is none, it is another client's, or it is kept no longer. */
  of(principal: Principal, webhookId: number): Promise<WebhookDetails | undefined>
  /**
   * Hosts that webhooks of a client wait for because they fail, at most 1,000, in the order of their clients and names. A host that fails and for which nothing waits is not
   * among them.
   *
   * @param filter for operators; others are told of their own client's alone
   */
  pausedHosts(principal: Principal, filter?: { readonly clientId?: number | undefined }): Promise<readonly PausedHost[]>
  /** Sends webhooks again, the same bodies with as many attempts as the first time. Resolves with how many there were. */
  resend(principal: Principal, selection: WebhookSelection): Promise<{ readonly resent: number }>
  /**
   * Calls the URL that a channel has for a kind at once, with a made-up event under the id 0, and tells what was sent and answered. Nothing is stored and nothing is tried
   * again. Throws `not-found`/`channel-not-found`, `invalid`/`no-webhook-url` when the channel has none.
   */
  test(
    principal: Principal,
    channel: { readonly channelId: number; readonly kind: WebhookKind },
  ): Promise<{ readonly request: WebhookRequest; readonly answer: WebhookAnswer }>
}

export const Webhooks: ServiceToken<Webhooks> = defineService('heliograph.webhooks')
