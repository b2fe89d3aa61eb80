import type { Queryable, Sql } from './database.ts'
import { DEAD_SECONDS } from './dead-after.ts'

/** A living node that does not know a migration yet. */
export interface OlderNode {
  readonly name: string
  /** Null: one from before nodes said so. */
  readonly release: string | null
}

/** The living nodes that do not know a migration. */
export async function findOlderNodes(sql: Queryable, version: number): Promise<readonly OlderNode[]> {
  const nodes = await sql<OlderNode[]>`
    select name, release from heliograph.node
    where beat_at > now() - ${DEAD_SECONDS}::integer * interval '1 second'
      and coalesce(known_migration, 0) < ${version}::integer
    order by name`
  return [...nodes]
}

/**
 * Closes the database to releases that do not know a migration, unless nodes of them live. Resolves with those nodes;
 * when there are none, none can join any more either: who joins locks the same row.
 */
export function closeToOlderNodes(sql: Sql, version: number): Promise<readonly OlderNode[]> {
  return sql.begin(async (tx) => {
    await tx`select from heliograph.deployment for update`
    const nodes = await findOlderNodes(tx, version)
    if (nodes.length === 0)
      await tx`
        update heliograph.deployment set needed_migration = ${version}::integer
        where needed_migration < ${version}::integer`
    return nodes
  })
}

/** `node b (release 1.2.0)`. */
export function describeOlderNode({ name, release }: OlderNode): string {
  return `node ${name} (${release === null ? 'an earlier release' : `release ${release}`})`
}
