import type { Socket } from 'node:net'
import type { Logger } from '@heliograph/contracts'
import pg from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import { readConnection } from '../database/read-connection.ts'

export interface JobsPoolOptions {
  readonly url: string
  readonly nodeName: string
  /** The most connections. */
  readonly size: number
  readonly logger: Logger
  /** How long a statement is waited for; the server ends it a second earlier. */
  readonly deadlineMs?: number
}

const DEADLINE_MS = 9_000
const GRACE_MS = 1_000
const CONNECT_MS = 5_000

/** As for the other connections: a connection is at most an hour old. */
const LEAST_LIFETIME_SECONDS = 1_800

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006'

/**
 * Ends its connection when a statement has had no answer in time, or found the database read-only. The driver on its
 * own would give up the statement and use the connection for the next one.
 */
class JobsClient extends DatabaseClient {
  override query(...given: unknown[]): never {
    const result: unknown = Reflect.apply(super.query, this, given)
    if (result instanceof Promise) result.catch((error: unknown) => this.#judge(error))
    return result as never
  }

  #judge(error: unknown): void {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
    if (code !== READ_ONLY && message !== 'Query read timeout') return
    const own = this as unknown as { _queryable: boolean; readonly connection: { readonly stream: Socket } }
    // The pool looks at this before it gives the connection to the next statement; the socket closes later.
    own._queryable = false
    own.connection.stream.destroy()
  }
}

/** The connections of graphile-worker, which has a driver of its own. */
export function openJobsPool(options: JobsPoolOptions): pg.Pool {
  const { url, nodeName, size, logger, deadlineMs = DEADLINE_MS } = options
  const pool = new pg.Pool({
    ...readConnection(url).pg,
    Client: JobsClient,
    max: size,
    application_name: `heliograph ${nodeName} jobs`,
    statement_timeout: deadlineMs - GRACE_MS,
    query_timeout: deadlineMs,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    maxLifetimeSeconds: LEAST_LIFETIME_SECONDS * (1 + Math.random()),
  })
  // Without listeners a broken connection would end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'job queue connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.debug({ err: error }, 'job queue connection broken'))
  })
  return pool
}
