import type { Queryable } from '../../database/database.ts'
import type { Fragment } from '../../ownership/owned-table.ts'

/** A column that holds what `SecretBox.seal` has made. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The number that tells rows apart; null for a table of one row. */
  readonly key: string | null
}

/** Everything in the database that is sealed under a master key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'deployment', column: 'key_check', key: null },
  { table: 'deployment', column: 'derived_keys', key: null },
  ...['security_key', 'previous_security_key'].map(ofChannel),
  ...['optout_secret', 'previous_optout_secret', 'optin_secret', 'previous_optin_secret'].map(ofChannel),
  { table: 'api_key', column: 'sealed', key: 'key_id' },
  { table: 'second_factor', column: 'sealed', key: 'user_id' },
  { table: 'instance_secret', column: 'sealed', key: 'secret_id' },
]

function ofChannel(column: string): SealedColumn {
  return { table: 'channel', column, key: 'channel_id' }
}

/** The id of the key that a column of the row is sealed under, as SQL; null for what is no seal. */
export function keyOf(sql: Queryable, column: string, firstKey: string): Fragment {
  return sql`
    case substring(${sql(column)} from 1 for 1)
      when '\\x01'::bytea then ${firstKey}::text
      when '\\x02'::bytea then encode(substring(${sql(column)} from 2 for 4), 'hex')
    end`
}

/** How many values are sealed under each key, by its id. */
export async function countSeals(sql: Queryable, firstKey: string): Promise<ReadonlyMap<string, number>> {
  const parts = SEALED_COLUMNS.map(
    ({ table, column }) => sql`select ${keyOf(sql, column, firstKey)} as key from ${sql(table)}`,
  )
  const all = parts.reduce((one, other) => sql`${one} union all ${other}`)
  const rows = await sql<{ key: string; seals: number }[]>`
    select key, count(*)::integer as seals from (${all}) as sealed where key is not null group by key order by key`
  return new Map(rows.map(({ key, seals }) => [key, seals]))
}
