import { readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { createThrowAwayFolder, fillDataFolder } from '@heliograph/postgres/testing'
import { openDatabase, type Sql } from '../../src/database/database.ts'
import { waitUntil } from './engine-harness.ts'

/** A Postgres of its own, which can be given TLS. Its certificate is for the address 127.0.0.1, by `authority`. */
export interface TlsServer {
  readonly port: number
  url(parameters?: string, host?: string): string
  turnTlsOn(): Promise<void>
  /** As the old primary after a failover, or as the new one; sessions that are open notice it within moments. */
  setReadOnly(isReadOnly: boolean): Promise<void>
  stop(): Promise<void>
}

/** The path of a certificate or key: `authority`, `stranger` (another authority), `server`, `client`, `client-key`. */
export function pathOf(name: string): string {
  return fileURLToPath(new URL(`../fixtures/tls/${name}.pem`, import.meta.url))
}

const EMPTY = { template: 'empty', migrate: async () => {}, sources: [] }

/** Servers with the same template have the same user and password. */
export async function startTlsServer(template: Parameters<typeof fillDataFolder>[1] = EMPTY): Promise<TlsServer> {
  const dataDir = await createThrowAwayFolder('heliograph-tls-')
  await fillDataFolder(dataDir, template)
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  const change = async (work: (sql: Sql) => Promise<void>) => {
    const sql = openDatabase({ url: server.url, max: 1, applicationName: 'tls server' })
    try {
      await work(sql)
    } finally {
      await sql.end()
    }
  }
  return {
    port: Number(new URL(server.url).port),
    url(parameters = '', host = '127.0.0.1') {
      const url = new URL(server.url)
      url.hostname = host
      return `${url.href}${parameters === '' ? '' : `?${parameters}`}`
    },
    turnTlsOn: () => change(turnOn),
    setReadOnly: (isReadOnly) =>
      change((sql) => configure(sql, { default_transaction_read_only: isReadOnly ? 'on' : 'off' })),
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function turnOn(sql: Sql): Promise<void> {
  for (const name of ['server', 'server-key', 'authority']) await copyToServer(sql, name)
  const files = { ssl_cert_file: 'server.pem', ssl_key_file: 'server-key.pem', ssl_ca_file: 'authority.pem' }
  await configure(sql, { ...files, ssl: 'on' })
}

async function configure(sql: Sql, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await sql.unsafe(`alter system set ${name} = '${value}'`)
  await sql`select pg_reload_conf()`
  const [name, value] = Object.entries(settings).at(-1) ?? []
  await waitUntil(async () => {
    const [row] = await sql<{ setting: string }[]>`select current_setting(${name as string}) as setting`
    return row?.setting === value
  }, `the server has ${name} = ${value}`)
}

/** The server takes a key only from a file of its own user that others cannot read, so it writes it itself. */
async function copyToServer(sql: Sql, name: string): Promise<void> {
  const lines = (await readFile(pathOf(name), 'utf8')).trim().replaceAll('\n', '|')
  await sql.unsafe(`copy (select regexp_split_to_table('${lines}', '[|]')) to program 'umask 077 && cat > ${name}.pem'`)
}
