import type { ErrorCategory } from './error.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** The error that a request was answered with. */
export interface RequestError {
  readonly category: ErrorCategory
  readonly code: string
  /** As sent to the client. */
  readonly message: string
}

/** A request of a client and how it was answered. It has no body, query or headers, because these contain keys. */
export interface RequestRecord {
  /** `HttpRequest.requestId`, or what the interface gave the request; null: the interface gives none. */
  readonly requestId: string | null
  /** When it arrived. */
  readonly at: Date
  /** The interface it came by. */
  readonly instanceId: string
  readonly userId: number
  /** `GET`, `POST`, ...; `submit` for one over a connection of another kind. */
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

/**
 * The latest requests of each client at this node, for people who write clients: over HTTP all of them, over other
 * connections the submits that were refused. The host keeps them in memory, so other nodes have others, and a restart
 * forgets them. Requests without a valid key or log-in are not among them, nor are those of the portal's pages.
 *
 * A request is attributed to a client when its handler calls `Directory` or `Logins` before it waits for anything else.
 */
export interface RequestLog {
  /** Of the principal's client, newest first; at most 200 are kept. */
  list(principal: Principal): readonly RequestRecord[]
}

export const RequestLog: ServiceToken<RequestLog> = defineService('heliograph.request-log')
