import {
  connectionsOf,
  type Engine,
  findOlderNodes,
  pendingMigrations,
  SchemaError,
  type Sql,
} from '@heliograph/engine'
import type { PlannedInstance } from '@heliograph/runtime'
import { handingOutKeys } from '../key-handout.ts'
import { nodeNames } from '../node-names.ts'
import type { Settings } from '../settings.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkKeyCopies } from './check-key-copies.ts'
import { checkOwnTables } from './check-own-tables.ts'
import { judgeServer, readServer } from './check-server.ts'
import { bad, type Finding, good } from './finding.ts'
import { hasFirstStep, judgeMigrations } from './judge-migrations.ts'

export interface DatabaseReport {
  readonly findings: readonly Finding[]
  /** Nodes of this deployment that are alive. */
  readonly liveNodes: number
}

/**
 * Checks the database without changing it.
 *
 * @param plan the instances; undefined when they have problems
 */
export async function checkDatabase(
  engine: Engine,
  { configuration, isDemo }: Pick<Settings, 'configuration' | 'isDemo'>,
  plan: readonly PlannedInstance[] | undefined,
): Promise<DatabaseReport> {
  const { sql } = engine
  try {
    const server = await readServer(sql)
    const { name: ownName, workers } = configuration.node
    const withTables = plan?.filter(({ module }) => module.tables !== undefined).length ?? 0
    const wanted = connectionsOf(configuration.sections.database, withTables)
    const judge = (others: readonly LiveNode[]) => {
      const known = others.map(({ connections }) => connections ?? wanted)
      return judgeServer(server, [...Array<number>(workers).fill(wanted), ...known])
    }
    if (!(await isMigrated(sql))) return { findings: [...judge([]), await checkPrivilege(sql)], liveNodes: 0 }
    const isCurrent = await hasSchema(sql)
    const accounts = isCurrent ? await checkAccounts(sql, isDemo) : []
    const copies = isCurrent && plan !== undefined ? await checkKeyCopies(engine, handingOutKeys(plan)) : []
    const tables = isCurrent && plan !== undefined ? await checkOwnTables(sql, plan) : []
    const nodes = await findLiveNodes(sql)
    const own = new Set(nodeNames(ownName, workers))
    const others = nodes.filter(({ name }) => !own.has(name))
    const rest = [await checkMigrations(sql), await checkMasterKey(engine), ...accounts, ...copies, ...tables]
    return { findings: [...judge(others), ...rest], liveNodes: nodes.length }
  } catch (error) {
    const remedy = 'Check database.url, that the server runs, and that it lets this user in from here.'
    return { findings: [bad('database', `It cannot be used: ${(error as Error).message}`, remedy)], liveNodes: 0 }
  }
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
    const last = pending.at(-1)?.version
    const nodes = last !== undefined && hasFirstStep(pending) ? await findOlderNodes(sql, last) : []
    return judgeMigrations(pending, nodes)
  } catch (error) {
    if (error instanceof SchemaError) return bad('migrations', error.problem, error.remedy)
    throw error
  }
}

/** Whether the database has what this release runs with; a start brings it there before it looks at accounts. */
async function hasSchema(sql: Sql): Promise<boolean> {
  return pendingMigrations(sql).then(hasFirstStep, () => false)
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

interface LiveNode {
  readonly name: string
  /** Null: it is of an earlier release, which does not say so. */
  readonly connections: number | null
}

/** The nodes that are alive; those of a schema without `connections` too. */
export async function findLiveNodes(sql: Sql): Promise<readonly LiveNode[]> {
  return sql<LiveNode[]>`
    select name, (to_jsonb(node) ->> 'connections')::integer as connections
    from node where beat_at > now() - interval '15 seconds'`
}
