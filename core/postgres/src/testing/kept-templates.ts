import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import postgres from '@heliograph/postgres-driver'

/** The name of a template that is kept for later test runs until one of its files changes. */
export async function nameOfKept(template: string, sources: readonly URL[]): Promise<string> {
  // Of this day, because what migrations make depends on it: ranges and months from now on.
  const day = new Date().toISOString().slice(0, 10)
  const hash = createHash('sha256').update(`${template}\n${day}\n`)
  for (const source of sources) {
    for (const file of await filesIn(source)) hash.update(`\n${file.pathname}\n`).update(await readFile(file))
  }
  return `kept_${hash.digest('hex').slice(0, 16)}`
}

/** A file, or the files of a folder, whose address ends in a slash. */
async function filesIn(source: URL): Promise<URL[]> {
  if (!source.pathname.endsWith('/')) return [source]
  return (await readdir(source)).sort().map((name) => new URL(name, source))
}

/** The templates of a server that are to be kept, in order. */
export function listKeptTemplates(url: string): Promise<string[]> {
  return withServer(url, async (sql) => {
    const rows = await sql<{ datname: string }[]>`
      select datname from pg_database where datname ~ '^kept_[0-9a-f]{16}$' order by datname`
    return rows.map(({ datname }) => datname)
  })
}

/** Removes all databases that a test run has made but these. */
export function dropAllBut(url: string, names: readonly string[]): Promise<void> {
  return withServer(url, async (sql) => {
    const others = await sql<{ datname: string }[]>`
      select datname from pg_database
      where datname ~ '^(test|template|kept)_' and datname <> all(${[...names]}::text[])`
    for (const { datname } of others) await sql`drop database ${sql(datname)} with (force)`
  })
}

async function withServer<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, prepare: false })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
