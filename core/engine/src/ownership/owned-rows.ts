import { numberArray } from '../database/arrays.ts'
import type { Queryable, Sql } from '../database/database.ts'
import type { Fragment, OwnedTable } from './owned-table.ts'

/** How many keys of what a node holds are compared at a time. */
const COMPARED = 5_000
/** Before all keys. */
const FIRST = Number.MIN_SAFE_INTEGER
/** How many rows one statement frees. */
const FREED = 1_000

/**
 * Finds rows that a node owns in the database but does not hold, because the answer to a commit was lost, and has them
 * taken. Goes through the keys of what the node owns, so the cost grows with that and with nothing else.
 */
export async function takeLost<Row extends object>(
  sql: Sql,
  table: OwnedTable,
  lease: number,
  { isHeld, take }: { isHeld(key: number): boolean; take(rows: readonly Row[]): unknown },
): Promise<void> {
  let after = FIRST
  for (;;) {
    const keys = await findOwned(sql, table, lease, after)
    const lost = keys.filter((key) => !isHeld(key))
    const rows = lost.length === 0 ? [] : await loadOwned<Row>(sql, table, lease, lost)
    if (rows.length > 0) await take(rows)
    if (keys.length < COMPARED) return
    after = keys.at(-1) as number
  }
}

/**
 * Finds the next keys of what a node owns, in order. Asked for in one comparison, because the primary key, which is in
 * this order as well, would lead past what all others own.
 */
export async function findOwned(
  sql: Queryable,
  table: OwnedTable,
  lease: number,
  after: number,
): Promise<readonly number[]> {
  const key = sql.unsafe(table.key)
  const rows = await sql<{ key: number }[]>`
    select ${key} as key from ${sql.unsafe(table.name)}
    where (owner, ${key}) > (${lease}::bigint, ${after}::bigint) and owner <= ${lease}::bigint
    order by owner, ${key} limit ${sql.unsafe(String(COMPARED))}`
  return rows.map((row) => row.key)
}

function loadOwned<Row extends object>(
  sql: Queryable,
  table: OwnedTable,
  lease: number,
  keys: readonly number[],
): PromiseLike<readonly Row[]> {
  const { lostAfterMs } = table
  return sql<Row[]>`
    select ${sql.unsafe(table.columns)} from ${sql.unsafe(table.name)}
    where ${sql.unsafe(table.key)} = any(${numberArray(keys)}::bigint[]) and owner = ${lease}::bigint
      ${lostAfterMs === undefined ? sql`` : sql`and due_at < now() - ${lostAfterMs}::integer * interval '1 millisecond'`}
    order by ${sql.unsafe(table.order)}`
}

/** A row to be given back. */
export interface GivenBack {
  readonly key: number
  /** How long to wait before the next start, in milliseconds; null when it was not started. */
  readonly retryInMs: number | null
}

/**
 * Gives back rows that the holder of a lease does not work on now. Those that were not started keep their places.
 *
 * @param set what else changes in each of them
 */
export async function giveBack(
  sql: Queryable,
  table: OwnedTable,
  lease: number,
  rows: readonly GivenBack[],
  set?: Fragment,
): Promise<void> {
  const [name, key] = [sql.unsafe(table.name), sql.unsafe(table.key)]
  await sql`
    with back as (
      update ${name} set
        owner = null,
        starts = ${name}.starts - (given.delay_ms is null)::integer,
        due_at = coalesce(now() + given.delay_ms * interval '1 millisecond', ${name}.due_at)
        ${set === undefined ? sql`` : sql`, ${set}`}
      from unnest(
        ${numberArray(rows.map((row) => row.key))}::bigint[],
        ${numberArray(rows.map(({ retryInMs }) => retryInMs))}::integer[]
      ) as given (key, delay_ms)
      where ${name}.${key} = given.key and ${name}.owner = ${lease}::bigint
      returning ${sql.unsafe(table.columns)}
    )
    ${table.wake === undefined ? sql`` : sql`, freed as (select * from back where due_at <= now()), ${table.wake(sql)}`}
    select count(*) as rows ${table.wake === undefined ? sql`` : sql`, (select count(*) from woken) as woken`} from back`
}

/**
 * Frees what the holder of a lease still owns, in steps, except rows that are locked at the moment. Resolves with how
 * many that were.
 */
export async function freeRows(sql: Sql, table: OwnedTable, lease: number): Promise<number> {
  let [freed, after] = [0, FIRST]
  for (;;) {
    const { rows, last } = await freeSome(sql, table, lease, after)
    freed += rows
    if (last === null) return freed
    after = last
  }
}

/** `last`: the last key among those that were looked at; null: there are no more. */
async function freeSome(
  sql: Sql,
  table: OwnedTable,
  lease: number,
  after: number,
): Promise<{ readonly rows: number; readonly last: number | null }> {
  const [name, key] = [sql.unsafe(table.name), sql.unsafe(table.key)]
  const [row] = await sql<{ rows: number; last: number | null }[]>`
    with page as materialized (
      select ${key} as key from ${name} where owner = ${lease}::bigint and ${key} > ${after}::bigint
      order by owner, ${key} limit ${sql.unsafe(String(FREED))} for update skip locked
    ),
    freed as (
      update ${name} set owner = null where ${name}.${key} = any(array(select key from page))
      returning ${sql.unsafe(table.columns)}
    )
    ${table.wake === undefined ? sql`` : sql`, ${table.wake(sql)}`}
    select (select count(*) from freed) as rows, (select max(key) from page) as last
      ${table.wake === undefined ? sql`` : sql`, (select count(*) from woken) as woken`}`
  return { rows: row?.rows ?? 0, last: row?.last ?? null }
}

/**
 * Frees rows whose leases have ended, whichever node found that. Each call looks for them again, so nothing stays
 * behind when a node ends while it frees. Resolves with whether it freed something.
 *
 * @param lookIn where to look for them, when looking must not wait as long as freeing may
 */
export async function freeEnded(sql: Sql, tables: readonly OwnedTable[], lookIn: Queryable = sql): Promise<boolean> {
  let freed = 0
  for (const { name, owner } of await findEnded(lookIn, tables)) {
    const table = tables.find((each) => each.name === name) as OwnedTable
    freed += await freeRows(sql, table, owner)
  }
  return freed > 0
}

/** Finds leases that have ended and still own rows: it takes a step in the index of each table for each owner. */
export async function findEnded(
  sql: Queryable,
  tables: readonly OwnedTable[],
): Promise<readonly { readonly name: string; readonly owner: number }[]> {
  const owners = tables.map((table) => {
    const name = sql.unsafe(table.name)
    return sql`
      select ${table.name}::text as name, known.owner from (
        with recursive step (owner) as (
          (select owner from ${name} where owner is not null order by owner limit 1)
          union all
          select (select later.owner from ${name} as later where later.owner > step.owner order by later.owner limit 1)
          from step where step.owner is not null
        )
        select owner from step where owner is not null
      ) as known`
  })
  return sql<{ name: string; owner: number }[]>`
    select name, owner from (${owners.reduce((all, next) => sql`${all} union all ${next}`)}) as owned
    where not exists (select from node where node.lease = owned.owner)`
}
