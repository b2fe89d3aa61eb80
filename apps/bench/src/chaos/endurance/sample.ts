import { readdirSync } from 'node:fs'
import type { Sql } from '../../gateway/database.ts'
import { processMemory } from '../../meters/proc.ts'
import type { Deployed } from '../deploy.ts'

/** A node's process. */
export interface NodeSample {
  /** Resident memory in octets. */
  readonly resident: number
  /** Open file descriptors. */
  readonly descriptors: number
}

/** A table, all of its partitions together. */
export interface TableSample {
  /** With its indexes. */
  readonly octets: number
  /** Rows that wait to be cleared away, as Postgres estimates them. */
  readonly dead: number
}

/** What the database tells. */
export interface DatabaseSample {
  readonly tables: Readonly<Record<string, TableSample>>
  /** Octets of write-ahead log so far. */
  readonly walOctets: number
  /** Ranges of ids that nodes have left, and not dropped yet. */
  readonly closedRanges: number
}

/** The deployment at one moment. */
export interface Sample {
  /** Seconds since the run began. */
  readonly atS: number
  /** From 1 upwards. */
  readonly round: number
  /** Null for a node that is down. */
  readonly nodes: readonly (NodeSample | null)[]
  /** Null while it does not answer. */
  readonly database: DatabaseSample | null
  /** Messages that clients were told are accepted. */
  readonly accepted: number
  /** Messages that were sent and have not reached the network. */
  readonly waiting: number
  /** Messages a second that clients are to send. */
  readonly perSecond: number
  /** Resident memory of the checker, octets. */
  readonly checker: number
}

export function sampleNodes({ nodes }: Pick<Deployed, 'nodes'>): Sample['nodes'] {
  return nodes.map(({ pid }) => (pid === undefined ? null : sampleNode(pid)))
}

function sampleNode(pid: number): NodeSample | null {
  const memory = processMemory(pid)
  if (memory === undefined || memory.resident === 0) return null
  try {
    return { resident: memory.resident, descriptors: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    // It has just ended.
    return null
  }
}

export async function sampleDatabase(sql: Sql): Promise<DatabaseSample> {
  const rows = await sql<({ name: string } & TableSample)[]>`
    select coalesce(root.relname, own.relname) as name,
      coalesce(sum(pg_total_relation_size(own.oid)), 0)::float8 as octets,
      coalesce(sum(pg_stat_get_dead_tuples(own.oid)), 0)::float8 as dead
    from pg_class as own
    join pg_namespace as space on space.oid = own.relnamespace
    left join pg_class as root on root.oid = pg_partition_root(own.oid)
    where own.relkind = 'r' and space.nspname in ('heliograph', 'graphile_worker')
    group by 1 order by 1`
  const [others] = await sql<Omit<DatabaseSample, 'tables'>[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walOctets",
      (select count(*)::int from heliograph.id_range where closed_at is not null) as "closedRanges"`
  return {
    tables: Object.fromEntries(rows.map(({ name, octets, dead }) => [name, { octets, dead }])),
    ...(others ?? { walOctets: 0, closedRanges: 0 }),
  }
}
