import type { Queryable, Sql, Transaction } from '../../src/database/database.ts'
import type { Searches, SearchStep } from '../../src/database/searches.ts'

/** A statement as it was run, with what it touched. */
export interface StatementCost {
  readonly text: string
  /** Rows that its scans of tables and indexes looked at, including those they passed over. */
  readonly rows: number
  /** Rows by table, with partitions counted apart. */
  readonly byTable: Readonly<Record<string, number>>
  /** Pages of tables and indexes that it read, wherever they were. */
  readonly pages: number
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/**
 * What the statements of `run` touch, with the generic plans that the connections of the engine use. Their changes are
 * rolled back.
 *
 * They run twice, each time in a transaction that is rolled back: first to collect the statements, then to explain
 * them.
 */
export async function statementCosts(sql: Sql, run: (sql: Sql) => Promise<unknown>): Promise<readonly StatementCost[]> {
  const statements = await statementsOf(sql, run)
  const costs: StatementCost[] = []
  await rolledBack(sql, async (tx) => {
    for (const statement of statements) costs.push(await explain(tx, statement))
  })
  return costs
}

/** A connection that planned statements while the tables were still empty, as those of a new gateway do. */
export interface EarlyConnection {
  /** The costs of statements that were planned early. Throws for others. */
  costs(run: (sql: Sql) => Promise<unknown>): Promise<readonly StatementCost[]>
  release(): void
}

/** How many connections planned early: names of statements stay taken on a connection. */
let connections = 0

/**
 * Plans the statements of `runs` for the tables as they are now; these plans stay until Postgres has statistics of the
 * tables.
 */
export async function planEarly(sql: Sql, runs: readonly ((sql: Sql) => Promise<unknown>)[]): Promise<EarlyConnection> {
  const connection = await sql.reserve()
  connections += 1
  const prefix = `early_${connections}`
  const texts: string[] = []
  for (const run of runs) {
    for (const statement of await statementsOf(sql, run)) {
      if (texts.includes(statement.text)) continue
      const name = `${prefix}_${texts.push(statement.text) - 1}`
      await connection.unsafe(`prepare ${name} as ${statement.text}`)
      await connection.unsafe(`explain ${execute(name, statement)}`)
    }
  }
  return {
    async costs(later) {
      const costs: StatementCost[] = []
      for (const statement of await statementsOf(sql, later)) {
        const index = texts.indexOf(statement.text)
        if (index < 0) throw new Error(`not planned early: ${statement.text}`)
        await connection`begin`
        costs.push(await explainPrepared(connection, `${prefix}_${index}`, statement))
        await connection`rollback`
      }
      return costs
    },
    release: () => connection.release(),
  }
}

/** The statements of `run`, whose changes are rolled back. */
async function statementsOf(sql: Sql, run: (sql: Sql) => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  await rolledBack(sql, async (tx) => {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's type says boolean or a function of other parameters
    const options = sql.options as any
    options.debug = (_connection: number, text: string, parameters: readonly unknown[]) => {
      if (/^\s*(?:with|select|insert|update|delete)\b/.test(text)) statements.push({ text, parameters })
    }
    try {
      await run(inside(tx))
    } finally {
      options.debug = undefined
    }
  })
  return statements
}

/** Searches without turns, on the given connection or transaction. */
export function searchesOn(sql: Sql): Searches {
  const run = async <R>(statement: PromiseLike<R>) => statement
  const on = { sql, run } as unknown as SearchStep
  return {
    sql,
    run: (_client, _signal, search) => search({ take: (step) => step(on) }),
    once: (_primary, step) => step(on),
  }
}

/** A pool whose transactions and connections are all the given transaction. */
function inside(tx: Transaction): Sql {
  const own = { begin: (run: (tx: Transaction) => unknown) => run(tx), reserve: async () => pool, release: () => {} }
  const pool = new Proxy(tx, {
    get: (target, name) => own[name as keyof typeof own] ?? Reflect.get(target, name),
  }) as unknown as Sql
  return pool
}

const ROLLED_BACK = new Error('rolled back')

async function rolledBack(sql: Sql, run: (tx: Transaction) => Promise<void>): Promise<void> {
  await sql
    .begin(async (tx) => {
      await run(tx)
      throw ROLLED_BACK
    })
    .catch((error: unknown) => {
      if (error !== ROLLED_BACK) throw error
    })
}

async function explain(tx: Transaction, statement: Statement): Promise<StatementCost> {
  await tx.unsafe(`prepare probe as ${statement.text}`)
  const cost = await explainPrepared(tx, 'probe', statement)
  await tx.unsafe('deallocate probe')
  return cost
}

function execute(name: string, { parameters }: Statement): string {
  return `execute ${name}${parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`}`
}

async function explainPrepared(
  sql: Pick<Queryable, 'unsafe'>,
  name: string,
  statement: Statement,
): Promise<StatementCost> {
  const rows = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    `explain (analyze, buffers, timing off, format json) ${execute(name, statement)}`,
  )
  const byTable: Record<string, number> = {}
  let pages = 0
  for (const row of rows) {
    const { Plan: plan } = row['QUERY PLAN'][0]
    count(plan, byTable)
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return {
    pages,
    text: statement.text.trim(),
    byTable,
    rows: Object.values(byTable).reduce((sum, rows) => sum + rows, 0),
  }
}

function count(node: PlanNode, byTable: Record<string, number>): void {
  const table = node['Relation Name']
  if (table !== undefined && node['Node Type'].includes('Scan')) {
    const passedOver = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    byTable[table] = (byTable[table] ?? 0) + (node['Actual Rows'] + passedOver) * node['Actual Loops']
  }
  for (const child of node.Plans ?? []) count(child, byTable)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `'${text.replaceAll("'", "''")}'`
}
