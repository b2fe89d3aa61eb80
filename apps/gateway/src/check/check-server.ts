import type { Sql } from '@heliograph/engine'
import { bad, type Finding, good, warn } from './finding.ts'

/** The first version with the built-in functions and the syntax that the migrations use. */
const OLDEST_VERSION = 15

/** Connections to leave for operators and for tools. */
export const SPARE_CONNECTIONS = 5

const TO_PRIMARY = 'Let database.url lead to the primary: name all hosts in it, with target_session_attrs=read-write.'

/** What a server says about itself and about this database. */
export interface ServerFacts {
  readonly version: number
  /** Connections that users other than superusers can have. */
  readonly room: number
  readonly encoding: string
  readonly isStandby: boolean
  /** Transactions only read unless they ask for more. */
  readonly isReadOnly: boolean
  readonly fsync: boolean
  readonly fullPageWrites: boolean
  /** `on`, `off`, `local`, `remote_write` or `remote_apply`. */
  readonly synchronousCommit: string
  /** `synchronous_standby_names`; empty when commits wait for no standby. */
  readonly standbys: string
}

/** Finds out what a server is like. Rejects when it cannot be reached. */
export async function readServer(sql: Sql): Promise<ServerFacts> {
  const [row] = await sql<ServerFacts[]>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "isStandby",
      current_setting('default_transaction_read_only')::boolean as "isReadOnly",
      current_setting('fsync')::boolean as fsync,
      current_setting('full_page_writes')::boolean as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('synchronous_standby_names') as standbys`
  return row as ServerFacts
}

/**
 * Judges a server: everything that is wrong with it at once.
 *
 * @param wanted connections that each process wants: those of this node, and the nodes of the deployment that are alive
 */
export function judgeServer(facts: ServerFacts, wanted: readonly number[]): readonly Finding[] {
  return [...judgeFitness(facts), judgeDurability(facts), judgeConnections(facts, wanted)]
}

/** Judges what a node cannot do without. */
export function judgeFitness(facts: ServerFacts): readonly Finding[] {
  return [judgeVersion(facts), judgeEncoding(facts), judgeWrites(facts)]
}

function judgeVersion({ version }: ServerFacts): Finding {
  if (version >= OLDEST_VERSION) return good('database', `Postgres ${version} answers`)
  return bad('database', `Postgres ${version} is too old.`, `Use Postgres ${OLDEST_VERSION} or newer.`)
}

function judgeEncoding({ encoding }: ServerFacts): Finding {
  if (encoding === 'UTF8') return good('encoding', 'UTF8')
  return bad(
    'encoding',
    `The database is in ${encoding}, which cannot hold every text: a message with an emoji would be refused.`,
    "Create another one: create database ... encoding 'UTF8' template template0",
  )
}

function judgeWrites({ isStandby, isReadOnly }: ServerFacts): Finding {
  if (isStandby) return bad('writes', 'The server is a standby, which only reads.', TO_PRIMARY)
  if (isReadOnly)
    return bad(
      'writes',
      'Transactions on this database only read (default_transaction_read_only).',
      'Set it to off: alter database ... or alter role ... set default_transaction_read_only = off',
    )
  return good('writes', 'the server takes them')
}

function judgeDurability({ fsync, fullPageWrites, synchronousCommit, standbys }: ServerFacts): Finding {
  const off = [
    ...(fsync ? [] : ['fsync']),
    ...(fullPageWrites ? [] : ['full_page_writes']),
    ...(synchronousCommit === 'off' ? ['synchronous_commit'] : []),
  ]
  if (off.length > 0)
    return warn('durability', `Accepted messages can be lost: ${off.join(', ')} off.`, `Turn on: ${off.join(', ')}`)
  if (standbys === '') return good('durability', 'commits wait for the disk')
  if (synchronousCommit === 'local')
    return warn(
      'durability',
      `Commits do not wait for the standbys (${standbys}): synchronous_commit is local.`,
      'Set synchronous_commit to on, so that a change of the primary loses nothing.',
    )
  return good('durability', `commits wait for the disk and for standbys: ${standbys}`)
}

function judgeConnections({ room }: ServerFacts, wanted: readonly number[]): Finding {
  const all = wanted.reduce((sum, one) => sum + one, SPARE_CONNECTIONS)
  if (room >= all) return good('connections', `the server has room for ${room}`)
  const who = wanted.length === 1 ? 'this node wants' : `this node and the others, ${wanted.length} in all, want`
  return bad(
    'connections',
    `The server takes ${room}; ${who} ${all}.`,
    "Raise the server's max_connections, or lower database.pool, database.workerPool or node.workers.",
  )
}
