import { openDatabase } from './database.ts'
import { DatabaseClient } from './database-client.ts'
import { type HostOutcome, outcomeOf } from './host-search.ts'
import { isLocalSocket } from './hosts.ts'
import { type Connection, readConnection } from './read-connection.ts'

/** How a server was reached. */
export interface TriedConnections {
  /** The version of TLS; undefined when the connections are not encrypted. */
  readonly tls: string | undefined
  readonly isLocalSocket: boolean
  /** What was found at each of several hosts; empty when there is only one. */
  readonly outcomes: readonly HostOutcome[]
}

/** Shown in pg_stat_activity. */
const NAME = 'heliograph check'

const CONNECT_MS = 5_000

/**
 * Opens a connection with each of the two drivers, as a node does, and closes them. Rejects with the error of the first
 * that fails. node-postgres comes first, because it says when a server has no TLS.
 *
 * @param isPooled whether a pooler there shares sessions
 */
export async function tryConnections(url: string, isPooled = false): Promise<TriedConnections> {
  const connection = readConnection(url)
  const { hosts, ask } = connection
  const tls = await tryPg(connection)
  await tryPostgres(url, isPooled)
  const outcomes = hosts.length === 1 ? [] : await Promise.all(hosts.map((host) => outcomeOf(host, ask)))
  return { tls, isLocalSocket: hosts.every(isLocalSocket), outcomes }
}

async function tryPg({ pg }: Connection): Promise<string | undefined> {
  const client = new DatabaseClient({ ...pg, connectionTimeoutMillis: CONNECT_MS, application_name: NAME })
  // An error that breaks the connection also rejects the query that waits.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return client.tlsVersion
  } finally {
    client.destroy()
  }
}

async function tryPostgres(url: string, isPooled: boolean): Promise<void> {
  const sql = openDatabase({ url, isPooled, isPreparing: !isPooled, max: 1, applicationName: NAME })
  try {
    await sql`select 1`
  } finally {
    await sql.end({ timeout: 1 })
  }
}
