import { createHash, randomBytes } from 'node:crypto'
import postgres from '@heliograph/postgres-driver'
import { nameOfKept } from './kept-templates.ts'
import { ownTestServer, TEST_DATABASE_VARIABLE } from './test-server.ts'

export interface TestDatabaseOptions {
  /** Names the template. Every use of a name in one test run must have the same `migrate`. */
  readonly template: string
  /** The template that it begins with; default: an empty database. */
  readonly base?: TestDatabaseOptions
  /** Turns that into the template. Must have closed its connections when it resolves. */
  migrate(url: string): Promise<void>
  /**
   * Files, and folders (with a slash at the end), that say all about the template. With them it is kept for later test
   * runs of this checkout, until one of them changes.
   */
  readonly sources?: readonly URL[]
}

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string
  /** Drops it, even while connections to it are open. */
  close(): Promise<void>
}

/**
 * Clones a migrated template. The template is made once per name and test run by the process that comes first; the
 * others wait for it. The server is that of the test run (`with-postgres`), else one that lives as long as this
 * process.
 */
export async function createTestDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const server = process.env[TEST_DATABASE_VARIABLE] ?? (await ownTestServer()).url
  const name = `test_${randomBytes(8).toString('hex')}`
  await withServer(server, async (sql) => createFrom(sql, await ensureTemplate(sql, server, options), name))
  return {
    url: withDatabase(server, name),
    close: () => withServer(server, async (sql) => void (await sql`drop database if exists ${sql(name)} with (force)`)),
  }
}

/** Postgres' own template. */
const EMPTY = 'template1'

/** By name of the template: the files are read once. */
const kept = new Map<string, Promise<string>>()

function nameOfTemplate({ template, sources }: TestDatabaseOptions): Promise<string> | string {
  if (sources === undefined) return `template_${createHash('sha256').update(template).digest('hex').slice(0, 16)}`
  const known = kept.get(template) ?? nameOfKept(template, sources)
  kept.set(template, known)
  return known
}

type Sql = postgres.Sql

/** One connection, because advisory locks belong to a session. */
async function withServer(url: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => undefined })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

/** Resolves with the name of the template. */
async function ensureTemplate(sql: Sql, server: string, options: TestDatabaseOptions): Promise<string> {
  const template = await nameOfTemplate(options)
  await sql`select pg_advisory_lock(hashtext(${template}))`
  try {
    const [exists] = await sql`select 1 from pg_database where datname = ${template}`
    if (!exists) await buildTemplate(sql, server, template, options)
  } finally {
    await sql`select pg_advisory_unlock(hashtext(${template}))`
  }
  return template
}

/** Builds the template under another name until it is complete, so that a failed migration leaves no template. */
async function buildTemplate(sql: Sql, server: string, template: string, { base, migrate }: TestDatabaseOptions) {
  const building = `${template}_building`
  await sql`drop database if exists ${sql(building)} with (force)`
  await createFrom(sql, base === undefined ? EMPTY : await ensureTemplate(sql, server, base), building)
  try {
    await migrate(withDatabase(server, building))
    // A pool that is still closing would block the rename.
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${building}`
    await sql`alter database ${sql(building)} rename to ${sql(template)}`
  } catch (error) {
    await sql`drop database if exists ${sql(building)} with (force)`
    throw error
  }
}

/** Copying files costs half of what the default costs, which writes every page to the log first. */
async function createFrom(sql: Sql, template: string, name: string): Promise<void> {
  await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
