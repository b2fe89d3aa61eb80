import type { Sql } from '../gateway/database.ts'

/** The extension has to be loaded when the server starts. */
export const STATEMENT_SETTINGS = { shared_preload_libraries: 'pg_stat_statements' } as const

/** A statement, summed up over all its calls. */
export interface StatementUse {
  readonly query: string
  readonly calls: number
  readonly rows: number
  readonly totalMs: number
  readonly meanMs: number
  readonly walOctets: number
}

export async function prepareStatements(sql: Sql): Promise<void> {
  await sql`create extension if not exists pg_stat_statements with schema public`
}

export async function forgetStatements(sql: Sql): Promise<void> {
  await sql`select public.pg_stat_statements_reset()`
}

/** The statements that took the most time inside Postgres, without parsing, planning and the protocol. */
export async function topStatements(sql: Sql, limit: number): Promise<readonly StatementUse[]> {
  const rows = await sql<Record<'query' | 'calls' | 'rows' | 'total' | 'mean' | 'wal', string>[]>`
    select query, calls, rows, total_exec_time as total, mean_exec_time as mean, wal_bytes as wal
    from public.pg_stat_statements where query not like '%pg_stat_statements%'
    order by total_exec_time desc limit ${limit}`
  return rows.map(({ query, calls, rows: count, total, mean, wal }) => ({
    query: query.replace(/\s+/g, ' ').trim(),
    calls: Number(calls),
    rows: Number(count),
    totalMs: Number(total),
    meanMs: Number(mean),
    walOctets: Number(wal),
  }))
}
