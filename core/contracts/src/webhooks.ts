import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What webhooks report (specification, "Outbound webhook kinds"). @stability stable */
export const WEBHOOK_KINDS = ['dlr', 'incoming', 'opt-out', 'opt-in'] as const
/** @stability stable */
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/**
 * `pending`: an attempt is still to come; the other two are final unless the webhook is sent again.
 * @stability stable
 */
export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const
/** @stability stable */
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** A call to a client's server, made or still to be made. @stability stable */
export interface WebhookRecord {
  readonly webhookId: number
  readonly clientId: number
  readonly channelId: number
  readonly kind: WebhookKind
  /** The message or incoming SMS that it reports; the first of several messages. */
  readonly subjectId: number
  /** How many messages it reports: more than 1 where an interface writes several receipts in one request. */
  readonly subjects: number
  readonly url: string
  readonly state: WebhookState
  /** Attempts made so far. */
  readonly attempts: number
  readonly createdAt: Date
}

/** All given conditions must hold. @stability stable */
export interface WebhookFilter {
  /** For operators; others see only those of their own client. */
  readonly clientId?: number | undefined
  readonly channelId?: number | undefined
  readonly kind?: WebhookKind | undefined
  readonly state?: WebhookState | undefined
  /** Reports this message or incoming SMS, alone or with others. */
  readonly subjectId?: number | undefined
  /** Created at or after. */
  readonly since?: Date | undefined
  /** Only those with a lower `webhookId`: the `next` of the previous page. */
  readonly before?: number | undefined
  /** The maximum number of records. */
  readonly limit: number
}

/** Webhooks in the order of their `webhookId`, highest first. @stability stable */
export interface WebhookPage {
  readonly records: readonly WebhookRecord[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/**
 * A request as it is sent. Credentials in its headers are hidden; signatures are made again for each attempt and are
 * not kept.
 * @stability stable
 */
export interface WebhookRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The result of an attempt. @stability stable */
export interface WebhookAnswer {
  /** HTTP status; null when there was no answer, with the reason in `failure`. */
  readonly status: number | null
  readonly failure: string | null
  /** The beginning of the answer. */
  readonly reply: string | null
  readonly elapsedMs: number
}

/** @stability stable */
export interface WebhookAttempt extends WebhookAnswer {
  /** From 1. */
  readonly attempt: number
  readonly at: Date
}

/** A webhook with everything that is kept about it. @stability stable */
export interface WebhookDetails extends WebhookRecord {
  /** All that it reports, in their order; only the first once what was sent is no longer kept. */
  readonly subjectIds: readonly number[]
  /** Null until the interface that writes it has done so. */
  readonly request: WebhookRequest | null
  /** Oldest first, at most the last 1,000. */
  readonly log: readonly WebhookAttempt[]
}

/**
 * A host, or one URL of it, that failed again and again, so that a client's webhooks wait and only single probes are
 * sent to it.
 * @stability stable
 */
export interface PausedHost {
  readonly clientId: number
  /** How the URLs begin: `https://client.example`; for one URL alone all of it up to the query. */
  readonly host: string
  /** Since when the oldest of the waiting webhooks has been waiting. */
  readonly since: Date
  /** When the next probe is made. */
  readonly probeAt: Date
  /** Webhooks that wait for it, counted up to 10,000. */
  readonly waiting: number
}

/** Which webhooks to send again. @stability stable */
export type WebhookSelection =
  | { readonly webhookIds: readonly number[] }
  /** All that failed for good, were created at or after this time and meet the other conditions. */
  | (Omit<WebhookFilter, 'state' | 'before' | 'limit' | 'since'> & { readonly failedSince: Date })

/**
 * The log of webhooks: those of the principal's client, or of all clients for an `operator`; for a `user` with a
 * channel of its own, those of that channel, and no hosts, since what waits for a host is of every channel. A `user`
 * gets URLs without query and credentials, which often contain a token. Every user may read; only an `admin` and an
 * `operator` may send, others get `forbidden`/`not-allowed`. All of it throws `unavailable` while the database is away.
 * @stability stable
 */
export interface Webhooks {
  /**
   * Newest first. A page ends at `limit`, or earlier when the search takes too long: it may then even be empty, but
   * `next` leads on. Throws as `Reports.find`.
   */
  find(principal: Principal, filter: WebhookFilter, options?: FindOptions): Promise<WebhookPage>
  /** Undefined when there is none, when it is another client's, or when it is no longer kept. */
  of(principal: Principal, webhookId: number): Promise<WebhookDetails | undefined>
  /**
   * Hosts that webhooks of a client wait for because they fail, at most 1,000, in the order of their clients and names.
   * A failing host that nothing waits for is not included.
   *
   * @param filter for operators; others get only those of their own client
   */
  pausedHosts(principal: Principal, filter?: { readonly clientId?: number | undefined }): Promise<readonly PausedHost[]>
  /**
   * Sends webhooks again: the same bodies, with as many attempts as the first time. Resolves with their number.
   *
   * In any minute a node sends at most 1,000 webhooks of a client again, and 300 to a host. Throws
   * `throttled`/`too-many-resends` when webhooks named by their ids are more than that, or when none of those that
   * failed may be sent again now; otherwise as many are sent as may be. For an `operator` nothing is refused: what is
   * more goes in the minutes after.
   */
  resend(principal: Principal, selection: WebhookSelection): Promise<{ readonly resent: number }>
  /**
   * Calls the URL that a channel has for a kind at once, with a made-up event under the id 0, and resolves with what
   * was sent and answered. Nothing is stored and nothing is tried again. Throws `not-found`/`channel-not-found`,
   * `invalid`/`no-webhook-url` when the channel has none, `throttled`/`too-many-tests` after 20 of a client a minute.
   */
  test(
    principal: Principal,
    channel: { readonly channelId: number; readonly kind: WebhookKind },
  ): Promise<{ readonly request: WebhookRequest; readonly answer: WebhookAnswer }>
}

export const Webhooks: ServiceToken<Webhooks> = defineService('heliograph.webhooks')
