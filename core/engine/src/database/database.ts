import postgres from '@heliograph/postgres-driver'
import { numberArray, parseNumberArray, parseTextArray, textArray } from './arrays.ts'
import { requireCorrectedDriver } from './corrected-driver.ts'
import { createDatabaseWatch, DatabaseSilence } from './database-watch.ts'
import { NO_SUITABLE_HOST } from './no-suitable-host.ts'
import { createPoolCount, type PoolCount } from './pool-count.ts'
import { readConnection } from './read-connection.ts'
import { replicationErrorOf } from './replication-warning.ts'

/** What the driver converts besides its own types: int8 and arrays. */
interface Types extends Record<string, unknown> {
  bigint: number
  bigints: number[] | string
  texts: string[] | string
}

/** The connection pool. int8 arrives as number, numeric as string, int8[] and text[] as arrays. */
export type Sql = postgres.Sql<Types>

/** A transaction. */
export type Transaction = postgres.TransactionSql<Types>

/** Either: for statements that may, but need not, be part of something larger. */
export type Queryable = Sql | Transaction

export interface DatabaseOptions {
  readonly url: string
  /** The maximum number of connections. */
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  /**
   * Statements that take longer are ended by the server. Default: a minute, which only a statement takes that is stuck
   * behind something.
   */
  readonly statementTimeoutMs?: number | undefined
  /**
   * A statement without an answer after this time is given up and its connection is ended. Default: a second after the
   * server should have ended the statement.
   */
  readonly deadlineMs?: number | undefined
  /** The same for a transaction as a whole. Default: half a minute, or a statement's deadline if that is longer. */
  readonly transactionMs?: number | undefined
  /** Whether clients wait for these statements: once the database is known to be away, for a moment only. */
  readonly isForClients?: boolean | undefined
  /** Shared by the pools of a node. */
  readonly silence?: DatabaseSilence | undefined
  /** Where to count what statements come to. */
  readonly count?: PoolCount | undefined
  /**
   * Whether connections are closed when there is nothing to do, so that none has gone dead unnoticed by the time it is
   * needed. Default: they are kept.
   */
  readonly isOccasional?: boolean | undefined
  /** How long a statement waits for a lock. Default: as long as it may run. */
  readonly lockTimeoutMs?: number | undefined
  /**
   * Whether a pooler gives each transaction another session. Nothing is asked for when a connection begins then: the
   * limits of statements, the planner's settings and the search path are those of the role (`POOLED_SETTINGS`).
   */
  readonly isPooled?: boolean | undefined
  /** Whether statements are prepared. Default: they are. */
  readonly isPreparing?: boolean | undefined
  /** The schemas that names without a prefix are looked for in. Default: ours. */
  readonly searchPath?: string | undefined
  /** Planner settings for all statements of the pool. Default: no table is read whole. */
  readonly planner?: Readonly<Record<`enable_${string}`, 'on' | 'off'>> | undefined
}

const LONGEST_STATEMENT_MS = 60_000
const LONGEST_TRANSACTION_MS = 30_000

/** From when the server should have ended a statement until its connection counts as dead. */
const GRACE_MS = 1_000

const CONNECT_SECONDS = 5
const IDLE_SECONDS = 1

/**
 * Server and client notice within seconds that the other one is gone; transactions of a node that was cut off must not
 * hold their locks for hours.
 */
const KEEPALIVE = {
  idle_in_transaction_session_timeout: 10_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
}

/**
 * What is planned while a table is known to hold a few rows would read all of it, and that plan would be kept while the
 * table grows, until its next analysis. A statement of which nothing else can be made reads the table nevertheless.
 */
const BY_INDEX = { enable_seqscan: 'off' } as const

/**
 * Opens a pool (lazily: no connection is made before the first statement). No connection lives longer than an hour; the
 * driver draws the lifetime of each, between half an hour and an hour.
 *
 * Each statement has a connection of its own while it runs, so that a deadline ends no other.
 *
 * Ids fit a number: they count from 1 and stay below 2^53. Generic plans are forced because every statement of the
 * engine is prepared, runs again and again, and is the same whatever its parameters; planning over many partitions each
 * time would cost more than running.
 *
 * Throws a `GatewayError` when the driver is not the corrected one, and a `DatabaseUrlError` for the URL.
 */
export function openDatabase(options: DatabaseOptions): Sql {
  requireCorrectedDriver(postgres)
  const { url, options: connection } = readConnection(options.url).postgres
  const { statementTimeoutMs = LONGEST_STATEMENT_MS, deadlineMs = statementTimeoutMs + GRACE_MS } = options
  const sql: Sql = postgres(url, {
    ...(connection as object),
    max: options.max,
    idle_timeout: options.isOccasional ? IDLE_SECONDS : 0,
    connect_timeout: CONNECT_SECONDS,
    max_pipeline: 0,
    prepare: options.isPreparing ?? true,
    // Seconds between attempts to connect. The driver's own growing waits would keep requests hanging long after the
    // database is back.
    backoff: () => 0.1 + Math.random() * 0.2,
    onnotice: replicationErrorOf,
    watch: createDatabaseWatch({
      silence: options.silence ?? new DatabaseSilence(),
      deadlineMs,
      transactionMs: options.transactionMs ?? Math.max(LONGEST_TRANSACTION_MS, deadlineMs),
      isForClients: options.isForClients ?? false,
      count: options.count ?? createPoolCount(),
    }),
    // The driver would ask each new connection for its array types and, when the connection breaks just then, lose the
    // statement that waits for it.
    fetch_types: false,
    types: {
      bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number },
      bigints: {
        to: 1016,
        from: [1016],
        serialize: (value) => arrayLiteral(value, numberArray),
        parse: (literal: string): Types['bigints'] => parseNumberArray(literal),
      },
      texts: {
        to: 1009,
        from: [1009],
        serialize: (value) => arrayLiteral(value, textArray),
        parse: (literal: string): Types['texts'] => parseTextArray(literal),
      },
    },
    connection: options.isPooled ? POOLED : askedOf(options, statementTimeoutMs),
  })
  return followTransactions(sql)
}

/** One name for all, because a pooler would set each connection's before its statements. */
const POOLED = { application_name: 'heliograph' } as const

/** What a connection asks for when it begins. */
function askedOf(
  { applicationName, lockTimeoutMs = 0, planner = BY_INDEX, searchPath = 'heliograph, public' }: DatabaseOptions,
  statementTimeoutMs: number,
) {
  return {
    application_name: applicationName,
    search_path: searchPath,
    plan_cache_mode: 'force_generic_plan',
    // Compiling takes longer than our statements do, and up to Postgres 17 what the planner is to avoid counts as
    // expensive enough for that.
    jit: 'off',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    ...KEEPALIVE,
    ...planner,
  }
}

/** Callbacks for the end of a transaction, kept on the transaction itself. */
const ENDINGS = Symbol('endings')
type Ending = (isCommitted: boolean) => void
interface Followed {
  [ENDINGS]?: Ending[]
}

/**
 * Calls back once the transaction has ended. False: it was rolled back, or its connection broke and the outcome is not
 * known. For changes in memory that have to happen if, and only if, something was written. Callbacks run in the order
 * in which they were given.
 */
export function afterTransaction(tx: Transaction, ending: Ending): void {
  const endings = (tx as Followed)[ENDINGS]
  if (endings === undefined) throw new Error('This transaction was not begun by `begin` of a pool, or is a savepoint.')
  endings.push(ending)
}

function followTransactions(sql: Sql): Sql {
  const begin = sql.begin.bind(sql) as (run: (tx: Transaction) => unknown) => Promise<unknown>
  async function beginFollowed(run: (tx: Transaction) => unknown): Promise<unknown> {
    const endings: Ending[] = []
    const end = (isCommitted: boolean) => {
      for (const ending of endings) ending(isCommitted)
    }
    const result = await begin((tx) => {
      ;(tx as Followed)[ENDINGS] = endings
      return run(tx)
    }).catch((error: unknown) => {
      end(false)
      throw error
    })
    end(true)
    return result
  }
  return Object.assign(sql, { begin: beginFollowed as Sql['begin'] })
}

/** Arrays may be passed as they are or, cheaper, as literals. */
function arrayLiteral<T>(value: readonly T[] | string, format: (values: readonly T[]) => string): string {
  return typeof value === 'string' ? value : format(value)
}

/** Codes of the driver and of sockets, which are not SQLSTATEs. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'DEADLINE_EXCEEDED',
  NO_SUITABLE_HOST,
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  // Five capitals like a SQLSTATE, but of a socket.
  'EPIPE',
])

/**
 * SQLSTATEs, and classes of them, with which a database says that it is away for now: connection exception, transaction
 * rollback, insufficient resources; read_only_sql_transaction, idle_in_transaction_session_timeout,
 * lock_not_available, and an operator's interventions except `query_canceled`.
 */
const AWAY = /^(?:08|40|53)|^(?:25006|25P03|55P03|57P0[1-5])$/

/** SQLSTATE `query_canceled`: nearly always a statement that ran out of time. */
const QUERY_CANCELED = '57014'

/**
 * True for errors that lie with the database and not with what was to be written: it is away, starting, read-only, out
 * of resources, or gave up a transaction in favour of another. The same statement may work later. The list is closed:
 * what is not known to pass by itself must not be repeated for as long as it lasts.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && (CONNECTION_CODES.has(code) || (isSqlState(code) && AWAY.test(code)))
}

/**
 * True for all other errors that a statement raises. They may be caused by what was to be written: without the culprit
 * it may work, but repeating the same will not.
 */
export function isDataFault(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && isSqlState(code) && !isDatabaseAway(error)
}

/**
 * Whether a statement ran out of time. Either it was too large or something that it needed was locked: a smaller one
 * may get through, and the same one a few times later.
 */
export function isOutOfTime(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED
}

/**
 * Whether a statement is refused whatever it writes (syntax error or access rule violation): a table or a permission is
 * missing, or the statement is wrong.
 */
export function isStatementFault(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && isSqlState(code) && code.startsWith('42')
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code)
}
