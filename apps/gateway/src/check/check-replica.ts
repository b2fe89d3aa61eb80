import {
  findPooler,
  LOOK_CONNECTIONS,
  reasonOf,
  type TriedReplica,
  tryConnections,
  tryReplica,
} from '@heliograph/engine'
import type { DatabaseServer } from '../database.ts'
import { remedyFor } from '../database-error.ts'
import { judgeUrl } from './check-connections.ts'
import { SPARE_CONNECTIONS } from './check-server.ts'
import { bad, type Finding, good, warn } from './finding.ts'
import { judgePooler } from './judge-pooler.ts'

const SETTING = 'database.reportUrl'

/**
 * Examines the standby that answers reads; nothing where there is none. Only what could never work is wrong: where the
 * standby is away or late the primary answers, and after a change of the primary it may have become that.
 *
 * @param wanted connections that all nodes want, taken to be like this one
 */
export async function checkReplica(server: DatabaseServer, wanted: number): Promise<readonly Finding[]> {
  const { reportUrl } = server
  if (reportUrl === undefined) return []
  try {
    const pooler = judgePooler(await findPooler(reportUrl), SETTING)
    if (!pooler.ok) return [pooler]
    const connections = judgeUrl(await tryConnections(reportUrl), SETTING)
    return [...connections, ...judgeReplica(await tryReplica(server, reportUrl), wanted)]
  } catch (error) {
    return [warn('replica', awayText(error), remedyFor(error, SETTING))]
  }
}

/** Connections that so many nodes want of the standby. */
export function replicaConnections(reportPool: number, nodes: number): number {
  return nodes * (reportPool + LOOK_CONNECTIONS)
}

/** Judges a standby that answers. */
export function judgeReplica(tried: TriedReplica, wanted: number): readonly Finding[] {
  const place = judgePlace(tried)
  return place.ok && !place.warning ? [place, ...judgeFeedback(tried), ...judgeRoom(tried, wanted)] : [place]
}

function judgePlace({ verdict, lagMs }: TriedReplica): Finding {
  switch (verdict) {
    case undefined:
      return good('replica', 'it answers; the first start sets the database up')
    case 'reached':
      return good('replica', 'a standby that has all that the primary has')
    case 'behind':
      return warn(
        'replica',
        `The standby of ${SETTING} is ${Math.round(lagMs / 1000)} s behind, so the primary answers reads.`,
        'See whether it receives the log (pg_stat_replication on the primary), replays it (pg_is_wal_replay_paused()), and is fast enough.',
      )
    case 'not-a-standby':
      return warn(
        'replica',
        `${SETTING} leads to a primary, which answers reads over database.url already.`,
        'Name all servers in it, with target_session_attrs=standby.',
      )
    case 'other-timeline':
      return warn(
        'replica',
        `The standby of ${SETTING} is on another timeline than the primary, so the primary answers reads.`,
        'After a change of the primary this lasts until its next checkpoint; if it stays, set the standby up again.',
      )
    case 'other-database':
      return bad(
        'replica',
        `${SETTING} leads to another database than database.url.`,
        'Let it lead to a standby of that server, and to the database of the same name.',
      )
  }
}

function judgeFeedback({ hasFeedback }: TriedReplica): readonly Finding[] {
  if (hasFeedback) return []
  const text = 'hot_standby_feedback is off: what the primary cleans up ends searches on the standby, and it does them.'
  return [warn('replica feedback', text, 'Turn hot_standby_feedback on at the standby.')]
}

function judgeRoom({ room }: TriedReplica, wanted: number): readonly Finding[] {
  const all = wanted + SPARE_CONNECTIONS
  if (room >= all) return [good('replica connections', `the standby has room for ${room}`)]
  const text = `The standby takes ${room}; the nodes want ${all}.`
  return [warn('replica connections', text, "Raise the standby's max_connections, or lower database.reportPool.")]
}

function awayText(error: unknown): string {
  return `${SETTING} cannot be used, so the primary answers reads: ${reasonOf(error)}`
}
