import type { TableSql, TableValue } from '@heliograph/contracts'
import { numberArray, textArray } from '../database/arrays.ts'
import { isDatabaseAway, isOutOfTime, type Queryable } from '../database/database.ts'
import { databaseAway } from '../database/outage.ts'

/** The statements of an instance over a pool, or in a transaction. */
export function tableSql(sql: Queryable): TableSql {
  return async <Row extends object>(text: TemplateStringsArray, ...values: readonly TableValue[]) => {
    if (!Array.isArray(text.raw)) throw new TypeError('Write a statement as a template: sql`select ...`')
    const parameters = values.map(toParameter)
    return Array.from(await answerOf(sql<Row[]>(text, ...parameters)))
  }
}

/** As the driver's, except that a database that is away is the error of a service. */
export async function answerOf<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw isDatabaseAway(error) || isOutOfTime(error) ? databaseAway(error) : error
  }
}

type Parameter = Exclude<TableValue, readonly unknown[]>

// biome-ignore lint/suspicious/noExplicitAny: the driver's type of a parameter leaves objects out that are for columns of JSON
function toParameter(value: TableValue): any {
  if (Array.isArray(value)) return arrayOf(value)
  if (isPlain(value as Parameter)) return value
  throw new TypeError('A value of a statement is a text, number, boolean, date, octets, a plain object or null')
}

function arrayOf(values: readonly unknown[]): string {
  if (values.every((value) => value === null || typeof value === 'number')) return numberArray(values as number[])
  if (values.every((value) => value === null || typeof value === 'string')) return textArray(values as string[])
  throw new TypeError('An array of a statement has texts only, or numbers only')
}

/** Nothing that the driver takes for a part of a statement: only what is in the template is one. */
function isPlain(value: Parameter | undefined): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
  return value instanceof Date || value instanceof Uint8Array || Object.getPrototypeOf(value) === Object.prototype
}
