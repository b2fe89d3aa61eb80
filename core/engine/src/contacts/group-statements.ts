import { MAX_GROUPS, nameKey, tidy } from '@heliograph/messaging'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable, Transaction } from '../database/database.ts'

interface GroupRow {
  readonly group_id: number
  readonly name_key: string
}

/**
 * Finds the ids of groups by the keys of their names; missing ones are added, up to the number that a client may have.
 * They cannot be removed until the transaction has ended.
 */
export async function ensureGroups(
  tx: Transaction,
  clientId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, string>()
  for (const name of names) if (!wanted.has(nameKey(name))) wanted.set(nameKey(name), name)
  const groups = new Map<string, number>()
  const find = async () => {
    if (groups.size === wanted.size) return
    for (const row of await lockGroups(tx, clientId, [...wanted.keys()])) groups.set(row.name_key, row.group_id)
  }
  await find()
  const missing = [...wanted].filter(([key]) => !groups.has(key))
  if (missing.length === 0) return groups
  await insertGroups(
    tx,
    clientId,
    missing.map(([, name]) => name),
  )
  await find()
  return groups
}

/** Adds groups and resolves with those that are new; a name that a group already has adds none. */
export async function insertGroups(
  sql: Queryable,
  clientId: number,
  names: readonly string[],
): Promise<readonly GroupRow[]> {
  return sql<GroupRow[]>`
    insert into contact_group (client_id, name, name_key)
    select ${clientId}::bigint, given.name, given.name_key
    from unnest(${textArray(names.map(tidy))}::text[], ${textArray(names.map(nameKey))}::text[]) as given (name, name_key)
    order by given.name_key
    limit greatest(0, ${MAX_GROUPS}::integer - (select count(*) from contact_group where client_id = ${clientId}::bigint))
    on conflict (client_id, name_key) do nothing
    returning group_id, name_key`
}

function lockGroups(tx: Transaction, clientId: number, keys: readonly string[]): PromiseLike<readonly GroupRow[]> {
  return tx<GroupRow[]>`
    select group_id, name_key from contact_group
    where client_id = ${clientId}::bigint and name_key = any(${textArray(keys)}::text[])
    order by name_key for key share`
}

/** Puts contacts that are in the phonebook into existing groups; resolves with the numbers that were new to a group. */
export async function addMembers(
  tx: Transaction,
  clientId: number,
  members: readonly { readonly groupId: number; readonly mobile: string }[],
): Promise<readonly string[]> {
  if (members.length === 0) return []
  const rows = await tx<{ mobile: string }[]>`
    with noted as materialized (
      select given.group_id, given.mobile
      from unnest(
        ${numberArray(members.map(({ groupId }) => groupId))}::bigint[],
        ${textArray(members.map(({ mobile }) => mobile))}::text[]
      ) as given (group_id, mobile)
      cross join lateral (
        select from phonebook where client_id = ${clientId}::bigint and phonebook.mobile = given.mobile limit 1 for key share
      ) as phonebook
    )
    insert into contact_group_member (group_id, client_id, mobile)
    select group_id, ${clientId}::bigint, mobile from noted order by group_id, mobile
    on conflict do nothing
    returning mobile`
  return rows.map(({ mobile }) => mobile)
}
