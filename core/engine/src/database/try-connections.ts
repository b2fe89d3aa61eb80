import { parseConnectionUrl } from './connection-url.ts'
import { openDatabase } from './database.ts'
import { DatabaseClient } from './database-client.ts'
import { readConnection } from './read-connection.ts'

/** How a server was reached. */
export interface TriedConnections {
  /** The version of TLS; undefined when the connections are not encrypted. */
  readonly tls: string | undefined
  readonly isLocalSocket: boolean
}

/** Shown in pg_stat_activity. */
const NAME = 'heliograph check'

const CONNECT_MS = 5_000

/**
 * Opens a connection with each of the two drivers, as a node does, and closes them. Rejects with the error of the first
 * that fails. node-postgres comes first, because it says when a server has no TLS.
 */
export async function tryConnections(url: string): Promise<TriedConnections> {
  const { isLocalSocket } = parseConnectionUrl(url)
  const tls = await tryPg(url)
  await tryPostgres(url)
  return { tls, isLocalSocket }
}

async function tryPg(url: string): Promise<string | undefined> {
  const { pg } = readConnection(url)
  const client = new DatabaseClient({ ...pg, connectionTimeoutMillis: CONNECT_MS, application_name: NAME })
  // What breaks the connection also rejects what is waited for.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return client.tlsVersion
  } finally {
    client.destroy()
  }
}

async function tryPostgres(url: string): Promise<void> {
  const sql = openDatabase({ url, max: 1, applicationName: NAME })
  try {
    await sql`select 1`
  } finally {
    await sql.end({ timeout: 1 })
  }
}
