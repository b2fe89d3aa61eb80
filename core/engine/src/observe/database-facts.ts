import type { Queryable } from '../database/database.ts'

/** What a database is like, for those who are asked for help. It holds no setting that may contain a secret. */
export interface DatabaseFacts {
  /** As the server tells it. */
  readonly version: string
  readonly migrations: readonly { readonly version: number; readonly appliedAt: Date }[]
  readonly settings: readonly ServerSetting[]
  /** The largest first; partitions count with the table that they are of. */
  readonly tables: readonly TableSize[]
  /** How often what is in the audit log was done in the last seven days. */
  readonly acts: readonly { readonly action: string; readonly count: number }[]
}

export interface ServerSetting {
  readonly name: string
  readonly setting: string
  readonly unit: string | null
  /** `default`, `configuration file`, `database`, ... */
  readonly source: string
}

export interface TableSize {
  readonly table: string
  readonly parts: number
  /** With indexes. */
  readonly octets: number
  /** As the server estimates them. */
  readonly rows: number
  readonly deadRows: number
}

/** Those that explain how fast and how safe a server is. No commands, addresses or file names. */
const SETTINGS: readonly string[] = [
  'autovacuum',
  'autovacuum_max_workers',
  'autovacuum_naptime',
  'checkpoint_timeout',
  'commit_delay',
  'default_transaction_read_only',
  'effective_cache_size',
  'effective_io_concurrency',
  'fsync',
  'full_page_writes',
  'hot_standby_feedback',
  'idle_in_transaction_session_timeout',
  'io_method',
  'jit',
  'lc_collate',
  'lock_timeout',
  'maintenance_work_mem',
  'max_connections',
  'max_locks_per_transaction',
  'max_parallel_workers',
  'max_wal_size',
  'max_worker_processes',
  'min_wal_size',
  'random_page_cost',
  'server_encoding',
  'shared_buffers',
  'ssl',
  'statement_timeout',
  'superuser_reserved_connections',
  'synchronous_commit',
  'TimeZone',
  'track_io_timing',
  'wal_buffers',
  'wal_compression',
  'wal_level',
  'wal_sync_method',
  'work_mem',
]

/** Changes nothing. The database must have the schema of this release. */
export async function describeDatabase(sql: Queryable): Promise<DatabaseFacts> {
  const [server] = await sql<{ version: string }[]>`select version()`
  return {
    version: server?.version ?? '',
    migrations: await sql<DatabaseFacts['migrations'][number][]>`
      select version, applied_at as "appliedAt" from schema_migration order by version`,
    settings: await sql<ServerSetting[]>`
      select name, setting, unit, source from pg_settings where name in ${sql(SETTINGS)} order by name`,
    tables: await listTables(sql),
    acts: await sql<DatabaseFacts['acts'][number][]>`
      select action, count(*)::integer as count from audit_entry where at > now() - interval '7 days'
      group by action order by action`,
  }
}

async function listTables(sql: Queryable): Promise<readonly TableSize[]> {
  return sql<TableSize[]>`
    select coalesce(pg_partition_root(class.oid)::oid, class.oid)::regclass::text as table, count(*)::integer as parts,
      sum(pg_total_relation_size(class.oid))::float8 as octets,
      sum(greatest(class.reltuples, 0))::float8 as rows,
      coalesce(sum(stat.n_dead_tup), 0)::float8 as "deadRows"
    from pg_class as class
    join pg_namespace as space on space.oid = class.relnamespace
    left join pg_stat_all_tables as stat on stat.relid = class.oid
    where class.relkind = 'r' and space.nspname in ('heliograph', 'graphile_worker')
    group by 1 order by octets desc, 1`
}
