import { type Engine, pendingMigrations, type Sql } from '@heliograph/engine'
import type { GatewayConfiguration, Settings } from '../settings.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkKeyCopies } from './check-key-copies.ts'
import { bad, type Finding, good } from './finding.ts'

/** The first version with the built-in functions and the syntax that the migrations use. */
const OLDEST_VERSION = 15

/** Connections to leave for operators and for tools. */
const SPARE_CONNECTIONS = 5

export interface DatabaseReport {
  readonly findings: readonly Finding[]
  /** Nodes of this deployment that are alive. */
  readonly liveNodes: number
}

/**
 * Checks the database without changing it.
 *
 * @param handingOut the instances that hand out API keys; undefined when that is not known
 */
export async function checkDatabase(
  engine: Engine,
  { configuration, isDemo }: Pick<Settings, 'configuration' | 'isDemo'>,
  handingOut: readonly string[] | undefined,
): Promise<DatabaseReport> {
  const { sql } = engine
  try {
    const server = await checkServer(sql, configuration)
    if (!(await isMigrated(sql))) return { findings: [...server, await checkPrivilege(sql)], liveNodes: 0 }
    const accounts = (await hasSchema(sql)) ? await checkAccounts(sql, isDemo) : []
    const copies = (await hasSchema(sql)) && handingOut !== undefined ? await checkKeyCopies(engine, handingOut) : []
    const findings = [...server, await checkMigrations(sql), await checkMasterKey(engine), ...accounts, ...copies]
    return { findings, liveNodes: await countLiveNodes(sql) }
  } catch (error) {
    const remedy = 'Check database.url, that the server runs, and that it lets this user in from here.'
    return { findings: [bad('database', `It cannot be used: ${(error as Error).message}`, remedy)], liveNodes: 0 }
  }
}

async function checkServer(sql: Sql, { sections }: GatewayConfiguration): Promise<readonly Finding[]> {
  const [row] = await sql<{ version: number; room: number }[]>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room`
  const { version, room } = row as { version: number; room: number }
  const wanted =
    sections.database.pool + sections.database.reportPool + sections.database.workerPool + SPARE_CONNECTIONS
  return [
    version >= OLDEST_VERSION
      ? good('database', `Postgres ${version} answers`)
      : bad('database', `Postgres ${version} is too old.`, `Use Postgres ${OLDEST_VERSION} or newer.`),
    room >= wanted
      ? good('connections', `the server has room for ${room}`)
      : bad(
          'connections',
          `The server takes ${room}; this node wants ${wanted}.`,
          "Raise the server's max_connections, or lower database.pool and database.workerPool.",
        ),
  ]
}

async function isMigrated(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass('heliograph.schema_migration') is not null as found`
  return row?.found === true
}

async function checkPrivilege(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ allowed: boolean }[]>`
    select has_database_privilege(current_database(), 'create') as allowed`
  if (row?.allowed) return good('migrations', 'the database is new; the first start sets it up')
  return bad(
    'migrations',
    'The database is new, and this user may not create schemas in it.',
    'As its owner: grant create on database ... to ...',
  )
}

async function checkMigrations(sql: Sql): Promise<Finding> {
  try {
    const pending = await pendingMigrations(sql)
    if (pending.length === 0) return good('migrations', 'the database has the schema of this release')
    return good('migrations', `${pending.length} to apply; the next start does it, or: heliograph migrate`)
  } catch (error) {
    return bad('migrations', (error as Error).message, 'Run the release that the database belongs to.')
  }
}

/** Whether the database has the schema of this release; a start brings it there before it looks at accounts. */
async function hasSchema(sql: Sql): Promise<boolean> {
  return pendingMigrations(sql).then(
    (pending) => pending.length === 0,
    () => false,
  )
}

/** The first start stores a check value for the key; before that any key will do. */
async function checkMasterKey(engine: Engine): Promise<Finding> {
  const [row] = await engine.sql<{ marked: boolean }[]>`select key_check is not null as marked from deployment`
  if (!row?.marked) return good('master key', 'the first start settles it')
  try {
    await engine.open()
    return good('master key', 'it opens what the database holds')
  } catch (error) {
    return bad(
      'master key',
      (error as Error).message,
      'Set security.masterKey, or use the --data-dir with its master.key.',
    )
  }
}

async function countLiveNodes(sql: Sql): Promise<number> {
  const [row] = await sql<{ nodes: number }[]>`
    select count(*)::int as nodes from node where beat_at > now() - interval '15 seconds'`
  return row?.nodes ?? 0
}
