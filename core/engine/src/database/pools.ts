import { type DatabaseOptions, openDatabase, type Sql } from './database.ts'

export interface PoolsOptions {
  readonly url: string
  readonly nodeName: string
  /** Connections for the statements of messages and accounts. */
  readonly size: number
  /** Connections for reports, logs and searches. */
  readonly reportSize: number
}

/**
 * The connections of a node, separated by how long their statements may take: when no connection is free, the driver
 * sends statements over busy ones, so a quick one would wait behind a slow one.
 */
export interface Pools {
  /** Heartbeats and blocks of ids: statements that never wait. */
  readonly vital: Sql
  /** Looking at other nodes and freeing what dead ones owned. */
  readonly watch: Sql
  /** Accepting messages. */
  readonly accept: Sql
  /** Dispatch, results and receipts. */
  readonly work: Sql
  /** Accounts, sessions, single messages: other statements that a client waits for. */
  readonly general: Sql
  /** Reports, logs and searches of clients. */
  readonly reports: Sql
  /** Maintenance. */
  readonly chores: Sql
  close(): Promise<void>
}

/** Below the deadline after which the answer to a request is that the database is away. */
const ACCEPT_TIMEOUT_MS = 8_000
/** A balance that is locked for longer holds up only its own client. */
const ACCEPT_LOCK_MS = 1_000
/** One connection for each of its lanes, and some for look-ups. */
const ACCEPT_AT_LEAST = 9
const VITAL_TIMEOUT_MS = 4_000
const REPORT_TIMEOUT_MS = 5_000
/** What a dead node owned is much at worst, but nothing may keep the others waiting for it. */
const WATCH_TIMEOUT_MS = 20_000
const WATCH_LOCK_MS = 2_000

/**
 * Searches walk an index in its order and stop early. The planner must have no other choice, because a plan that was
 * made while the tables were small, to read and sort them, would be kept while they grow.
 */
const INDEX_ORDER = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
} as const

/** Opens the pools, lazily: no connection is made before the first statement. */
export function openPools({ url, nodeName, size, reportSize }: PoolsOptions): Pools {
  const open = (name: string, max: number, statementTimeoutMs?: number, planner?: DatabaseOptions['planner']) =>
    openDatabase({ url, max, applicationName: `heliograph ${nodeName} ${name}`, statementTimeoutMs, planner })
  const quarter = Math.max(2, Math.floor(size / 4))
  const pools = {
    vital: open('vital', 3, VITAL_TIMEOUT_MS),
    watch: openDatabase({
      url,
      max: 1,
      applicationName: `heliograph ${nodeName} watch`,
      statementTimeoutMs: WATCH_TIMEOUT_MS,
      lockTimeoutMs: WATCH_LOCK_MS,
    }),
    accept: openDatabase({
      url,
      max: Math.max(ACCEPT_AT_LEAST, size - 2 * quarter),
      applicationName: `heliograph ${nodeName} accept`,
      statementTimeoutMs: ACCEPT_TIMEOUT_MS,
      lockTimeoutMs: ACCEPT_LOCK_MS,
    }),
    work: open('work', quarter),
    general: open('general', quarter),
    reports: open('reports', reportSize, REPORT_TIMEOUT_MS, INDEX_ORDER),
    chores: open('chores', 2),
  }
  return {
    ...pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((sql) => sql.end({ timeout: 5 })))
    },
  }
}
