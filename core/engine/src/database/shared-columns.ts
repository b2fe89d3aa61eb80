import { numberArray, textArray } from './arrays.ts'
import type { Queryable } from './database.ts'
import { storableText } from './storable-text.ts'

interface Column<T, Type, Value> {
  readonly name: string
  readonly type: Type
  readonly of: (row: T) => Value | null
}

/** A column of the rows that a statement is given. */
export type SharedColumn<T> =
  | Column<T, 'bigint' | 'integer' | 'smallint', number>
  | Column<T, 'text', string>
  | Column<T, 'message_status', string>

/**
 * Columns in which rows mostly agree, for `select *${values} from unnest(...${arrays}) as r (...${names})`. Where all
 * rows agree on all of them, each is one value beside the table, at a fraction of the cost of a column.
 */
export function sharedColumns<T>(sql: Queryable, rows: readonly T[], columns: readonly SharedColumn<T>[]) {
  const [first] = rows
  if (first !== undefined && columns.every(({ of }) => isShared(rows, of(first), of))) {
    const values = columns.map(({ name, type, of }) => {
      const value = of(first) ?? null
      const storable = typeof value === 'string' ? storableText(value) : value
      return sql`, ${storable}${sql.unsafe(`::${type} as ${name}`)}`
    })
    return { arrays: sql``, names: sql``, values: sql`${values}` }
  }
  const arrays = columns.map((column) => sql`, ${arrayOf(rows, column)}${sql.unsafe(`::${column.type}[]`)}`)
  const names = sql.unsafe(columns.map(({ name }) => `, ${name}`).join(''))
  return { arrays: sql`${arrays}`, names: sql`${names}`, values: sql`` }
}

function isShared<T>(rows: readonly T[], value: unknown, of: (row: T) => unknown): boolean {
  for (const row of rows) if (of(row) !== value) return false
  return true
}

function arrayOf<T>(rows: readonly T[], column: SharedColumn<T>): string {
  if (column.type === 'text' || column.type === 'message_status') return textArray(rows.map(column.of))
  return numberArray(rows.map(column.of))
}
