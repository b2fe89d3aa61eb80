import type { ErrorCategory } from './error.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What an answer that was an error said. */
export interface RequestError {
  readonly category: ErrorCategory
  readonly code: string
  /** As the client was told. */
  readonly message: string
}

/** A request of a client and what it was answered with. It has no body, no query and no header: keys stand there. */
export interface RequestRecord {
  /** Grows with time; of this node, and of no meaning beyond its life. */
  readonly requestId: number
  /** When it came. */
  readonly at: Date
  /** The interface it came by. */
  readonly instanceId: string
  readonly userId: number
  /** `GET`, `POST`, ...; `submit` for what came over a connection of another kind. */
  readonly method: string
  /** As sent, at most 200 characters; empty where there is none. */
  readonly path: string
  /** Of HTTP; null where there is none. */
  readonly status: number | null
  /** Null: it was taken. */
  readonly error: RequestError | null
  /** Until the answer was there. */
  readonly elapsedMs: number
}

/**
 * The latest requests of each client at this node, for those who write programs: over HTTP all of them, over other connections the submits that were refused. Kept in
 * memory by the host, so other nodes have others, and a restart forgets them. Requests
 * without a valid key or log-in are not in it, nor are those of the portal's pages.
 *
 * A request is known to be of a client when its handler asks `Directory` or `Logins` before it waits for anything else.
 */
export interface RequestLog {
  /** Of the principal's client, newest first; at most 200 are kept. */
  list(principal: Principal): readonly RequestRecord[]
}

export const RequestLog: ServiceToken<RequestLog> = defineService('heliograph.request-log')
