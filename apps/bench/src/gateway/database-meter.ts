import type { Sql } from './database.ts'

/** The cost of a measurement for the database. */
export interface DatabaseUse {
  /** Octets of write-ahead log. */
  readonly walOctets: number
  /** Transactions that wrote, counted by the transaction ids they took. */
  readonly commits: number
  /** Octets by which tables and their indexes have grown, dead rows included. */
  readonly storedOctets: number
}

export interface DatabaseMeter {
  read(): Promise<DatabaseUse>
}

/** Counts by positions, which are exact at once; the cumulative statistics views lag behind by seconds. */
export async function startDatabaseMeter(sql: Sql): Promise<DatabaseMeter> {
  const before = await positions(sql)
  return {
    async read() {
      const after = await positions(sql)
      return {
        walOctets: after.wal - before.wal,
        commits: after.transaction - before.transaction,
        storedOctets: after.stored - before.stored,
      }
    },
  }
}

async function positions(sql: Sql): Promise<{ wal: number; transaction: number; stored: number }> {
  const [row] = await sql<{ wal: string; transaction: string; stored: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
      pg_snapshot_xmax(pg_current_snapshot())::text as transaction,
      (
        select sum(pg_total_relation_size(oid)) from pg_class
        where relkind = 'r' and relnamespace in ('heliograph'::regnamespace, 'graphile_worker'::regnamespace)
      ) as stored`
  return { wal: Number(row?.wal), transaction: Number(row?.transaction), stored: Number(row?.stored) }
}
