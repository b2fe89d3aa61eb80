import { textArray } from '../database/arrays.ts'
import type { Transaction } from '../database/database.ts'

/**
 * What a transaction had to do with before a migration ran in it: relations outside of a schema, and those that it has
 * locked.
 */
export interface Before {
  readonly outside: string
  readonly locked: string
  /** The transaction's id, as a number of 32 bits. */
  readonly xid: string
}

/** Schemas of Postgres itself: what a migration reads there, or makes for itself, concerns no other package. */
const OF_POSTGRES = `(nspname in ('pg_catalog', 'information_schema', 'pg_toast') or nspname like 'pg\\_temp\\_%' or nspname like 'pg\\_toast\\_temp\\_%')`

export async function noteBefore(tx: Transaction, schema: string): Promise<Before> {
  const [row] = await tx<{ outside: string[]; locked: string[]; xid: string }[]>`
    select
      array(
        select c.oid::text from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
        where nspname <> ${schema} and not ${tx.unsafe(OF_POSTGRES)}
      ) as outside,
      array(select ${tx.unsafe(LOCK)} from pg_locks where pid = pg_backend_pid() and locktype = 'relation') as locked,
      pg_current_xact_id()::xid::text as xid`
  return { outside: textArray(row?.outside ?? []), locked: textArray(row?.locked ?? []), xid: row?.xid ?? '' }
}

/** A lock on a relation, as a text. */
const LOCK = "relation::text || ' ' || mode"

/**
 * Names what a migration has touched outside of its schema. A transaction holds the locks of all relations that it
 * reads, writes, makes or drops until it ends, so they show each that it reached; functions, types, schemas and
 * extensions that it has made are found by their rows.
 */
export async function findTouched(tx: Transaction, schema: string, before: Before): Promise<readonly string[]> {
  const rows = await tx<{ name: string }[]>`
    select distinct coalesce(nspname || '.' || relname, 'a table that was dropped') as name
    from pg_locks
    left join pg_class as c on c.oid = relation
    left join pg_namespace as n on n.oid = c.relnamespace
    where pid = pg_backend_pid() and locktype = 'relation' and ${tx.unsafe(LOCK)} <> all(${before.locked}::text[])
      and (
        relation::text = any(${before.outside}::text[])
        or nspname <> ${schema} and not ${tx.unsafe(OF_POSTGRES)}
      )
    union
    select nspname || '.' || proname from pg_proc as made join pg_namespace as n on n.oid = pronamespace
    where ${isNew(tx, before)} and nspname <> ${schema} and not ${tx.unsafe(OF_POSTGRES)}
    union
    select nspname || '.' || typname from pg_type as made join pg_namespace as n on n.oid = typnamespace
    where ${isNew(tx, before)} and typtype in ('d', 'e', 'r') and nspname <> ${schema} and not ${tx.unsafe(OF_POSTGRES)}
    union
    select 'schema ' || nspname from pg_namespace as made where ${isNew(tx, before)} and nspname <> ${schema} and not ${tx.unsafe(OF_POSTGRES)}
    union
    select 'extension ' || extname from pg_extension as made where ${isNew(tx, before)}
    order by name`
  return rows.map(({ name }) => name)
}

/** Whether a row was written by this transaction or a part of it, whose ids follow its own. */
function isNew(tx: Transaction, { xid }: Before) {
  return tx`age(made.xmin) <= age(${xid}::xid)`
}
