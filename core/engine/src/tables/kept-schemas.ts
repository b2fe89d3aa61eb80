import { GatewayError } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { schemaNameOf } from './own-schema.ts'

/** The schema of an instance, whether it is configured or not. */
export interface KeptSchema {
  readonly instance: string
  readonly schema: string
  /** The id of the module that made it. */
  readonly package: string
  /** The last migration. */
  readonly version: number
  readonly tables: number
  readonly octets: number
}

/** The schemas of instances, by their names. */
export async function listSchemas(sql: Sql): Promise<readonly KeptSchema[]> {
  const rows = await sql<(Omit<KeptSchema, 'schema'> & { readonly octets: string | number })[]>`
    select instance, package,
      coalesce((select max(version) from heliograph.own_migration as done where done.instance = own.instance), 0) as version,
      count(c.oid) as tables, coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as octets
    from heliograph.own_schema as own
    left join pg_namespace as n on nspname = 'plugin_' || replace(instance, '-', '_')
    left join pg_class as c on c.relnamespace = n.oid and c.relkind in ('r', 'm')
    group by instance, package order by instance`
  return rows.map((row) => ({ ...row, schema: schemaNameOf(row.instance) }))
}

/**
 * Removes the schema of an instance with everything in it, and what was noted about its events. Throws
 * `not-found`/`data-not-found` when there is none.
 */
export async function dropSchema(sql: Sql, instance: string): Promise<void> {
  await sql.begin(async (tx) => {
    const [known] = await tx`delete from heliograph.own_schema where instance = ${instance} returning instance`
    if (known === undefined)
      throw new GatewayError('not-found', 'data-not-found', `There are no tables of an instance '${instance}'`)
    await tx`delete from heliograph.handled_event where instance = ${instance}`
    await tx.unsafe(`drop schema if exists ${schemaNameOf(instance)} cascade`)
  })
}
