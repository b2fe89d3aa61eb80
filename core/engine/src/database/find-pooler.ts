import { openDatabase, type Sql } from './database.ts'

/**
 * What a pooler between a node and Postgres does to its connections: `shares-sessions` gives each transaction another
 * session, so that `LISTEN` and session locks are lost; `refuses-settings` ends connections that begin with settings,
 * such as a statement timeout; `drops-settings` ignores these settings.
 */
export type Pooler = 'shares-sessions' | 'refuses-settings' | 'drops-settings'

/** A connection, which may have another session for each transaction. */
export interface PooledConnection {
  /** The session of a transaction, by its process. */
  session(): Promise<number>
  /** The same, and the transaction goes on until the work has ended. */
  hold<T>(work: (session: number) => Promise<T>): Promise<T>
}

/**
 * Whether transactions of a connection get sessions that others have had. Two connections hold theirs meanwhile, so
 * that sharing is found whichever session a pooler gives next, and even if it has only one or two.
 */
export async function sharesSessions(
  first: PooledConnection,
  second: PooledConnection,
  third: PooledConnection,
): Promise<boolean> {
  const own = await first.session()
  return second.hold(async (other) => {
    if (other === own || (await first.session()) !== own) return true
    return third.hold(async (another) => another === own)
  })
}

/** Finds out whether a URL leads to a pooler that a node cannot work with. */
export async function findPooler(url: string): Promise<Pooler | undefined> {
  const open = () => openDatabase({ url, max: 1, applicationName: 'heliograph check' })
  const pools = [open(), open(), open()] as const
  try {
    const [first, second, third] = pools
    if (await sharesSessions(connectionOf(first), connectionOf(second), connectionOf(third))) return 'shares-sessions'
    const [row] = await first.unsafe<{ mode: string }[]>(`select current_setting('plan_cache_mode') as mode`)
    return row?.mode === 'force_generic_plan' ? undefined : 'drops-settings'
  } catch (error) {
    if (isRefusalOfSettings(error)) return 'refuses-settings'
    throw error
  } finally {
    await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })))
  }
}

/** PgBouncer has one SQLSTATE for this and for many other errors. */
function isRefusalOfSettings(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return code === '08P01' && /unsupported startup parameter/.test(String(message))
}

/** Statements without parameters are sent unprepared: what one session has prepared, another does not have. */
function connectionOf(sql: Sql): PooledConnection {
  const ask = async (on: Pick<Sql, 'unsafe'>) => {
    const [row] = await on.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
    return row?.pid as number
  }
  return {
    session: () => ask(sql),
    hold: (work) => sql.begin(async (tx) => work(await ask(tx))) as ReturnType<typeof work>,
  }
}
