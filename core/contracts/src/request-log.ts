import type { ErrorCategory } from './error.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/** The error that a request was answered with. @stability experimental */
export interface RequestError {
  readonly category: ErrorCategory
  readonly code: string
  /** As sent to the client. */
  readonly message: string
  /** The fields that were wrong, as `GatewayErrorOptions.details`; empty where the error names none. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * The texts of a request. Keys, passwords and codes in them are blanked, and what is long is cut.
 * @stability experimental
 */
export interface RequestTexts {
  /** What follows `?` in the address; empty where there is nothing. */
  readonly query: string
  /** Null: it had none, or its interface takes secrets in other fields than those that are known for them. */
  readonly body: string | null
  /** What a refused request was answered with; null for others. */
  readonly answer: string | null
}

/** A request of a client and how it was answered. @stability experimental */
export interface RequestRecord extends RequestTexts {
  /** Grows with time. */
  readonly entryId: number
  /** `HttpRequest.requestId`, or what the interface gave the request; null: the interface gives none. */
  readonly requestId: string | null
  /** When it arrived. */
  readonly at: Date
  /** The interface it came by. */
  readonly instanceId: string
  readonly userId: number
  /** The key it came with; null: it came with a password. */
  readonly keyId: number | null
  /** `GET`, `POST`, ...; over a connection of another kind `submit` for a message, `bind` for a login. */
  readonly method: string
  /** As sent, at most 200 characters; empty where there is none. */
  readonly path: string
  /** HTTP status; null where there is none. */
  readonly status: number | null
  /** Null when it was accepted. */
  readonly error: RequestError | null
  /** Time until the answer was ready. */
  readonly elapsedMs: number
}

/** Which requests to find; all conditions have to hold. @stability experimental */
export interface RequestFilter {
  readonly instanceId?: string | undefined
  readonly userId?: number | undefined
  readonly keyId?: number | undefined
  readonly requestId?: string | undefined
  readonly status?: number | undefined
  /** Those that were refused, or those that were accepted. */
  readonly isRefused?: boolean | undefined
  /** Those in which a field of this name was wrong: the name, or a part of it. */
  readonly field?: string | undefined
  /** Part of path, query, body, answer or error, in any case. */
  readonly text?: string | undefined
  /** `next` of the page before. */
  readonly before?: number | undefined
  /** At most this many, 1..1000. */
  readonly limit: number
}

/** @stability experimental */
export interface RequestPage {
  /** Newest first; may be fewer than `limit`, even none, although there are more. */
  readonly records: readonly RequestRecord[]
  /** Absent: there are no more. */
  readonly next: number | undefined
}

/**
 * The requests of each client, for people who write clients: over HTTP, and over other connections what was refused.
 * They come from all nodes, within seconds, and are kept for `retention.requestDays`. Refused requests are all there,
 * accepted ones of a busy client only in part. Requests without a valid key or login are not among them, except for
 * binds under the name of a user, nor are those of the portal's pages.
 *
 * A request is one of the user that its route found (`RouteSpec.authenticate`); those of other routes are not kept.
 * @stability experimental
 */
export interface RequestLog {
  /** Of the principal's client. Throws as `Reports.find` does. */
  find(principal: Principal, filter: RequestFilter, options?: FindOptions): Promise<RequestPage>
}

export const RequestLog: ServiceToken<RequestLog> = defineService('heliograph.request-log')

/** What is stored of a request. @stability experimental */
export type RequestFacts = Omit<RequestRecord, 'entryId' | 'at'>

/** A request as the host notes it. @stability experimental */
export interface NotedRequest {
  readonly clientId: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Called when it is stored, some time after it was answered: blanking what is secret takes a while. */
  readonly write: () => RequestFacts
}

/** A bind that was refused, of the users that have the account. @stability experimental */
export interface NotedBind extends Pick<RequestFacts, 'instanceId' | 'elapsedMs'> {
  readonly at: number
  /** The system id as given. */
  readonly account: string
  readonly error: RequestError
}

/**
 * Where the host notes requests. Nothing waits for what is noted, and under load some of it is left out.
 * @stability experimental
 */
export interface RequestNotes {
  /** Whether there is room for another request of a client; call it before anything is made of one. */
  hasRoom(clientId: number, isRefused: boolean): boolean
  add(request: NotedRequest): void
  addBind(bind: NotedBind): void
}
