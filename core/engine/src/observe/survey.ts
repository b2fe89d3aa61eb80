import type { LinkRecord, SendingHold, UnknownCount } from '@heliograph/contracts'
import type { Queryable, Sql } from '../database/database.ts'
import type { ClockOffset } from '../database/database-clock.ts'
import type { DatabaseWing } from '../database/database-wing.ts'
import { loadLinks } from '../operate/links.ts'
import { countUnknown } from '../operate/unknown/find-unknown.ts'
import { countWaiting, type WaitingMessages } from '../outbound/batches/waiting-messages.ts'
import { listHolds } from '../outbound/holds/hold-statements.ts'
import { listPausedWork, type PausedWork } from '../ownership/work-starts/work-start-statements.ts'
import {
  type DeploymentFigures,
  type FigureLimits,
  loadFigures,
  loadSlowFigures,
  type SlowFigures,
} from './deployment-figures.ts'

/**
 * The whole deployment at one moment, as its nodes have written it to the database. It holds no text and no number of a
 * message.
 */
export interface Survey {
  readonly figures: DeploymentFigures
  readonly slow: SlowFigures
  readonly nodes: readonly SurveyedNode[]
  readonly links: readonly SurveyedLink[]
  readonly holds: readonly SendingHold[]
  /** What is due and not settled. */
  readonly waiting: readonly WaitingMessages[]
  readonly unknown: readonly UnknownCount[]
  readonly pausedWork: readonly PausedWork[]
  /** Jobs that have failed and are tried again. */
  readonly failedJobs: readonly FailedJobs[]
  readonly connections: Connections
  /** The time of the database when all of this was asked. */
  readonly at: Date
  /** Of this machine. */
  readonly clockOffset: ClockOffset
  /** Until when this node has seen the data, if the database is an earlier copy of it. */
  readonly seenLater: string | undefined
  /** Whether a restored database is still being looked through for what may have been sent. */
  readonly isBeingRestored: boolean
}

export interface SurveyedNode {
  readonly name: string
  readonly roles: readonly string[]
  /** Null: one from before nodes said so. */
  readonly release: string | null
  readonly startedAt: Date
  /** Since its last heartbeat. */
  readonly silentSeconds: number
  /** Null: the node has not said so yet, or is of an earlier release. */
  readonly clockOffset: ClockOffset | null
}

export type SurveyedLink = Pick<LinkRecord, 'link' | 'node' | 'state' | 'detail' | 'routes' | 'pause'>

export interface FailedJobs {
  readonly task: string
  readonly jobs: number
  /** The most attempts that one of them has had. */
  readonly attempts: number
}

export interface Connections {
  /** Those of all programs to all databases of the server. */
  readonly used: number
  /** Those that users other than superusers can have. */
  readonly room: number
}

/** The most that is listed of paused work. */
const MOST_PAUSED = 100

/** Asks the database, changing nothing. It must have the schema of this release. */
export async function surveyDeployment(database: DatabaseWing, limits: FigureLimits): Promise<Survey> {
  await database.open()
  const sql = database.pools.chores
  const { at, isBeingRestored } = await loadMoment(sql)
  const links = await loadLinks(sql)
  const seen = await database.memory.findLater()
  return {
    at,
    isBeingRestored,
    clockOffset: database.clock.offset,
    seenLater: seen?.at,
    figures: await loadFigures(sql),
    slow: await loadSlowFigures(sql, limits),
    nodes: await loadNodes(sql),
    links: links.map(({ link, node, state, detail, routes, pause }) => ({ link, node, state, detail, routes, pause })),
    holds: await listHolds(sql),
    waiting: await countWaiting(sql),
    unknown: await countUnknown(sql, {}),
    pausedWork: await listPausedWork(sql, MOST_PAUSED),
    failedJobs: await loadFailedJobs(sql),
    connections: await countConnections(sql),
  }
}

async function loadMoment(sql: Sql): Promise<Pick<Survey, 'at' | 'isBeingRestored'>> {
  const [row] = await sql<Pick<Survey, 'at' | 'isBeingRestored'>[]>`
    select now() as at, open_below is not null as "isBeingRestored" from deployment`
  return row as Pick<Survey, 'at' | 'isBeingRestored'>
}

async function loadNodes(sql: Queryable): Promise<readonly SurveyedNode[]> {
  return sql<SurveyedNode[]>`
    select name, roles, release, started_at as "startedAt", extract(epoch from now() - beat_at)::float8 as "silentSeconds",
      case when clock_offset_ms is not null
        then jsonb_build_object('ms', clock_offset_ms, 'errorMs', clock_error_ms) end as "clockOffset"
    from node order by name, started_at`
}

async function loadFailedJobs(sql: Queryable): Promise<readonly FailedJobs[]> {
  return sql<FailedJobs[]>`
    select task_identifier as task, count(*)::integer as jobs, max(attempts)::integer as attempts
    from graphile_worker.jobs where last_error is not null
    group by task_identifier order by task_identifier`
}

/** Of what other users do, anyone may see that they are connected. */
async function countConnections(sql: Queryable): Promise<Connections> {
  const [row] = await sql<Connections[]>`
    select count(*)::integer as used,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as room
    from pg_stat_activity where datid is not null`
  return row as Connections
}
