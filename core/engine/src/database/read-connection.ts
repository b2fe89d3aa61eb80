import type { Duplex } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import { systemClock } from '@heliograph/contracts'
import { parseConnectionUrl } from './connection-url.ts'
import { DatabaseClient } from './database-client.ts'
import { createHostSearch } from './host-search.ts'
import { formatHost, type Host, isLocalSocket, socketPathOf } from './hosts.ts'
import { readTls, TLS_IF_OFFERED } from './read-tls.ts'
import { RoutedSocket } from './routed-socket.ts'
import { SESSION_FACTS, type SessionFacts, type SessionTarget } from './session-target.ts'

/** A URL as each of the two drivers takes it, with the same meaning for both. */
export interface Connection {
  readonly hosts: readonly Host[]
  readonly target: SessionTarget
  /** For postgres.js. */
  readonly postgres: { readonly url: string; readonly options: PostgresOptions }
  /** For node-postgres: clients of the class `DatabaseClient`. */
  readonly pg: PgOptions
  /** Opens a session with one of the hosts, and says what it is like. */
  ask(host: Host): Promise<SessionFacts>
}

/** The driver takes more than its types say: a host in a list, since it cuts a text at colons, and `socket`. */
export type PostgresOptions = { readonly ssl: ConnectionOptions | 'prefer' | false } & (
  | { readonly host: readonly [string]; readonly port: readonly [number] }
  | { readonly path: string; readonly socket?: () => Duplex }
)

interface PgOptions {
  readonly connectionString: string
  readonly ssl: ConnectionOptions | false
  readonly stream?: () => Duplex
}

/** How long a host may take for the session, and then for the answer: in all, less than a connection may take. */
const SESSION_MS = 3_000
const ANSWER_MS = 1_000

/** Shown in pg_stat_activity. */
const NAME = 'heliograph host search'

/**
 * Reads a Postgres URL and the files that it names. The options are given to the drivers even where there is no TLS:
 * without them, each would look into environment variables of its own. Throws `DatabaseUrlError`.
 */
export function readConnection(text: string): Connection {
  const connection = parseConnectionUrl(text)
  const { url, hosts, target } = connection
  const tls = readTls(connection)
  const pgOf = (host: Host): PgOptions => ({ connectionString: withHost(url, host), ssl: tls })
  const ask = (host: Host) => askSession(pgOf(host))
  const [first] = hosts as readonly [Host, ...Host[]]
  const ssl: PostgresOptions['ssl'] = tls === TLS_IF_OFFERED ? 'prefer' : tls
  const shared = { hosts, target, ask }
  if (hosts.length === 1 && target === 'any')
    return { ...shared, postgres: { url, options: { ...addressOf(first), ssl } }, pg: pgOf(first) }
  const find = createHostSearch({ hosts, target, clock: systemClock, ask })
  const open = () => new RoutedSocket(target, find)
  // With a socket given, the path is only shown in errors.
  const routed = { path: hosts.map(formatHost).join(','), socket: () => open().connect(), ssl }
  return { ...shared, postgres: { url, options: routed }, pg: { ...pgOf(first), stream: open } }
}

function addressOf(host: Host) {
  if (isLocalSocket(host)) return { path: socketPathOf(host) }
  return { host: [host.name], port: [host.port] } as const
}

/** The host as URL parameters, which can hold any address and the folder of a local socket. */
function withHost(text: string, { name, port }: Host): string {
  const url = new URL(text)
  url.searchParams.set('host', name)
  url.searchParams.set('port', String(port))
  return url.href
}

async function askSession(config: PgOptions): Promise<SessionFacts> {
  const limits = { connectionTimeoutMillis: SESSION_MS, query_timeout: ANSWER_MS }
  const client = new DatabaseClient({ ...config, ...limits, application_name: NAME })
  // An error of the connection also rejects the query that is awaited.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<SessionFacts>(SESSION_FACTS)
    return rows[0] as SessionFacts
  } finally {
    client.destroy()
  }
}
