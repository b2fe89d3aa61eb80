import type { Sql } from '../database.ts'

/** A place in the write-ahead log of a database. */
export interface WalPosition {
  /** Octets from the beginning of the log. */
  readonly octets: number
  /** A primary that takes over begins another one: from there on, places of the two cannot be compared. */
  readonly timeline: number
  /** Identifies this database. */
  readonly database: string
}

/** How far a server says it has replayed the log of another. */
export interface ReplayedPosition extends WalPosition {
  readonly isStandby: boolean
  /** When the last transaction that it has replayed was committed, by the primary's clock; null: none yet. */
  readonly committedMs: number | null
}

/** Whether what a server holds may answer a read; if not, why. */
export type Verdict = 'reached' | 'behind' | 'not-a-standby' | 'other-timeline' | 'other-database'

/** Whether a server has everything that was committed before the wanted place. Pure. */
export function judgePosition(wanted: WalPosition, found: ReplayedPosition): Verdict {
  if (found.database !== wanted.database) return 'other-database'
  if (!found.isStandby) return 'not-a-standby'
  if (found.timeline !== wanted.timeline) return 'other-timeline'
  return found.octets >= wanted.octets ? 'reached' : 'behind'
}

/**
 * Where the primary is: every commit that was confirmed lies before that. A commit that waits for no disk is confirmed
 * before it is flushed. Rejects on a standby.
 */
export async function readCurrent(primary: Sql): Promise<WalPosition> {
  const [row] = await primary<WalPosition[]>`
    select pg_wal_lsn_diff(
        case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
          else pg_current_wal_flush_lsn() end, '0/0')::bigint as octets,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
      ${databaseIdentity(primary)} as database
    from deployment`
  return row as WalPosition
}

/**
 * How far a server has come. The timeline is that of its control file, which names a new one up to `checkpoint_timeout`
 * after the replay has reached it, and never before.
 */
export async function readReplayed(server: Sql): Promise<ReplayedPosition> {
  const [row] = await server<ReplayedPosition[]>`
    select pg_is_in_recovery() as "isStandby",
      coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as octets,
      greatest(
        (select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())
      ) as timeline,
      extract(epoch from pg_last_xact_replay_timestamp())::float8 * 1000 as "committedMs",
      ${databaseIdentity(server)} as database
    from deployment`
  return row as ReplayedPosition
}

/** A copy of a server has its identifier, and a copy of a deployment its salt. */
function databaseIdentity(sql: Sql) {
  return sql`(select system_identifier from pg_control_system()) || ' ' || encode(id_salt, 'hex')`
}
