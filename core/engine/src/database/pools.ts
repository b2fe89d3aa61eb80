import { type DatabaseOptions, openDatabase, type Sql } from './database.ts'
import type { DatabaseAccess } from './database-access.ts'
import { DatabaseSilence } from './database-watch.ts'
import { createPoolCount, type PoolCount } from './pool-count.ts'

export interface PoolsOptions {
  readonly access: DatabaseAccess
  readonly nodeName: string
  /** Connections for the statements of messages and accounts. */
  readonly size: number
  /** Connections for reports, logs and searches. */
  readonly reportSize: number
  /** Connections for each instance that has tables of its own. Default: 2. */
  readonly pluginSize?: number | undefined
  /** Learns from all of them whether the database answers. */
  readonly silence?: DatabaseSilence | undefined
}

/**
 * The connections of a node, separated by how long their statements may take: when no connection is free, the driver
 * sends statements over busy ones, so a quick one would wait behind a slow one.
 *
 * Where a pooler shares sessions, the work of messages and accounts goes through it. What keeps something in a session
 * goes to Postgres itself, and so does what has limits, a search path or planner settings unlike the others, which only
 * a session of its own can have: `vital`, `burial`, `reports`, `chores` and those of instances. A request to cancel a
 * search reaches no commit there.
 */
export interface Pools {
  /** Heartbeats and looks at other nodes: statements that never wait. */
  readonly vital: Sql
  /** Freeing what dead nodes owned. */
  readonly burial: Sql
  /** For readiness: the same path as that of clients' statements. */
  readonly probe: Sql
  /** Accepting messages, and blocks of ids. */
  readonly accept: Sql
  /** Dispatch, results and receipts. */
  readonly work: Sql
  /** What clients change in what is stored: messages that wait, schedules, contacts, uploads. */
  readonly changes: Sql
  /** Accounts, sessions, single messages: other statements that a client waits for. */
  readonly general: Sql
  /** Reports, logs and searches of clients. */
  readonly reports: Sql
  /** Maintenance. */
  readonly chores: Sql
  /** For an instance that has tables of its own: the same pool each time for a schema. */
  own(schema: string): Sql
  /** How many instances have asked for theirs. */
  readonly ownCount: number
  /** What the statements of each came to. */
  readonly counts: ReadonlyMap<PoolName, PoolCount>
  close(): Promise<void>
}

/** The pools that every node has. */
export type StandingPool = keyof Omit<Pools, 'own' | 'ownCount' | 'counts' | 'close'>
export type PoolName = StandingPool | 'own'

/** How long the server works on a statement, and how long the node waits for it before it ends the connection. */
interface Limits {
  readonly statementTimeoutMs: number
  readonly deadlineMs: number
  readonly isForClients?: boolean
  readonly lockTimeoutMs?: number
}

/** No client waits longer than five seconds for the database, and for one only once it is known to be away. */
export const FOR_CLIENTS = {
  statementTimeoutMs: 4_000,
  deadlineMs: 4_500,
  isForClients: true,
} as const satisfies Limits

/** What a node does for itself goes on within ten seconds of a connection's silent end. */
const FOR_NODE = { statementTimeoutMs: 8_000, deadlineMs: 9_000 } as const satisfies Limits

/**
 * What takes long in the background: one step of maintenance. It waits for locks no longer than what a dead node has
 * begun may go on, since its row is removed only when nothing of it runs any more.
 */
const FOR_CHORES = { statementTimeoutMs: 60_000, deadlineMs: 61_000, lockTimeoutMs: 10_000 } as const satisfies Limits

/** A heartbeat that hangs must not hold up the next one, nor a look at others that waits for a lock the next look. */
export const VITAL = { statementTimeoutMs: 3_500, deadlineMs: 4_000, lockTimeoutMs: 2_000 } as const satisfies Limits

/** A balance that is locked for longer holds up only its own client. */
const ACCEPT_LOCK_MS = 1_000
/** A large request takes many statements. */
const ACCEPT_TRANSACTION_MS = 20_000
/** One connection for each of its lanes, and some for look-ups. */
const ACCEPT_AT_LEAST = 9

/** What a dead node owned is much at worst, but nothing may keep the others waiting for it. */
const BURIAL = { statementTimeoutMs: 20_000, deadlineMs: 21_000, transactionMs: 25_000, lockTimeoutMs: 2_000 } as const

/**
 * Searches walk an index in its order and stop early. The planner must have no other choice, because a plan that was
 * made while the tables were small, to read and sort them, would be kept while they grow.
 */
export const INDEX_ORDER = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
} as const

/** The pools that go past a pooler. */
const DIRECT: ReadonlySet<PoolName> = new Set<PoolName>(['vital', 'burial', 'reports', 'chores', 'own'])

/** Opens the pools, lazily: no connection is made before the first statement. */
export function openPools({
  access,
  nodeName,
  size,
  reportSize,
  pluginSize = 2,
  silence = new DatabaseSilence(),
}: PoolsOptions): Pools {
  const counts = new Map<PoolName, PoolCount>()
  function open(name: PoolName, max: number, limits: Limits, other: Partial<DatabaseOptions> = {}): Sql {
    const count = counts.get(name) ?? createPoolCount()
    counts.set(name, count)
    return openDatabase({
      ...(DIRECT.has(name) ? { url: access.directUrl } : access),
      max,
      applicationName: `heliograph ${nodeName} ${name}`,
      silence,
      count,
      ...limits,
      ...other,
    })
  }
  const quarter = Math.max(2, Math.floor(size / 4))
  const vital = open('vital', 3, VITAL)
  const own = {
    vital,
    burial: open('burial', 1, BURIAL, { isOccasional: true }),
    accept: open('accept', Math.max(ACCEPT_AT_LEAST, size - 2 * quarter), FOR_CLIENTS, {
      lockTimeoutMs: ACCEPT_LOCK_MS,
      transactionMs: ACCEPT_TRANSACTION_MS,
    }),
    work: open('work', quarter, FOR_NODE),
    changes: open('changes', Math.max(3, Math.floor(size / 5)), FOR_CLIENTS),
    general: open('general', quarter, FOR_CLIENTS),
    reports: open('reports', reportSize, FOR_CLIENTS, { planner: INDEX_ORDER }),
    // Maintenance goes through whole tables.
    chores: open('chores', 2, FOR_CHORES, { planner: {} }),
  }
  // Where both take the same way, one more connection would tell nothing more.
  const pools = { ...own, probe: access.isPooled ? open('probe', 1, VITAL) : vital }
  const schemas = new Map<string, Sql>()
  return {
    ...pools,
    counts,
    own(schema) {
      // What a package asks is not known here, so the planner is free.
      const sql = schemas.get(schema) ?? open('own', pluginSize, FOR_NODE, { planner: {}, searchPath: schema })
      schemas.set(schema, sql)
      return sql
    },
    get ownCount() {
      return schemas.size
    },
    close: async () => {
      await Promise.all(
        [...new Set([...Object.values(pools), ...schemas.values()])].map((sql) => sql.end({ timeout: 5 })),
      )
    },
  }
}
