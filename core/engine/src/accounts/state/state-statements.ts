import type { StateEntry } from '@heliograph/contracts'
import { textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'

/** The key of an entry. Texts are storable, here and below. */
export interface StateKey {
  readonly instance: string
  readonly key: string
}

export interface StoredEntry extends StateKey {
  readonly value: string
  /** In a format that Postgres reads. */
  readonly expiresAt: string
}

export interface Replacement extends StoredEntry {
  readonly expected: string
}

export interface EntryChange extends StoredEntry {
  /** Null: there is no entry. */
  readonly expected: string | null
}

export interface Addition extends StateKey {
  readonly by: number
  /** In a format that Postgres reads. */
  readonly expiresAt: string
}

/** A single text for a key. */
export function slotOf({ instance, key }: StateKey): string {
  return `${instance}\0${key}`
}

// The statements that write must not be given the same key twice.

/** The values of keys, in order. */
export async function findEntries(sql: Queryable, keys: readonly StateKey[]): Promise<readonly (string | undefined)[]> {
  const rows = await sql<{ value: string | null }[]>`
    select found.value
    from unnest(${instancesOf(keys)}::text[], ${keysOf(keys)}::text[]) with ordinality as given (instance, key, place)
    left join lateral (
      select value from instance_state
      where instance = given.instance and key = given.key and expires_at > now() limit 1
    ) as found on true
    order by given.place`
  return rows.map(({ value }) => value ?? undefined)
}

export async function setEntries(sql: Queryable, entries: readonly StoredEntry[]): Promise<readonly undefined[]> {
  await sql`
    insert into instance_state (instance, key, value, expires_at)
    select instance, key, value, expires_at from ${given(sql, entries)} order by instance, key
    on conflict (instance, key) do update set value = excluded.value, expires_at = excluded.expires_at`
  return entries.map(() => undefined)
}

/** Adds entries where there are none. Resolves with the values that are stored then, in order. */
export async function addEntries(sql: Queryable, entries: readonly StoredEntry[]): Promise<readonly string[]> {
  // An expired entry counts as gone. The update that changes nothing makes the statement wait for the other writer and
  // return its value.
  const rows = await sql<(StateKey & { readonly value: string })[]>`
    insert into instance_state as kept (instance, key, value, expires_at)
    select instance, key, value, expires_at from ${given(sql, entries)} order by instance, key
    on conflict (instance, key) do update set
      value = case when kept.expires_at > now() then kept.value else excluded.value end,
      expires_at = case when kept.expires_at > now() then kept.expires_at else excluded.expires_at end
    returning instance, key, value`
  const kept = new Map(rows.map((row) => [slotOf(row), row.value]))
  return entries.map((entry) => kept.get(slotOf(entry)) as string)
}

/**
 * Adds to numbers. Resolves with the sums, in order; undefined where the entry holds no number, or the sum would not be
 * a safe one. The same key may be given several times: it is written once, with all of them.
 */
export async function increaseEntries(
  sql: Queryable,
  additions: readonly Addition[],
): Promise<readonly (number | undefined)[]> {
  const totals = new Map<string, Addition>()
  for (const each of additions) {
    const slot = slotOf(each)
    totals.set(slot, { ...each, by: (totals.get(slot)?.by ?? 0) + each.by })
  }
  const stored = [...totals.values()].map(({ by, ...each }) => ({ ...each, value: String(by) }))
  const rows = await sql<(StateKey & { readonly value: string })[]>`
    insert into instance_state as kept (instance, key, value, expires_at)
    select instance, key, value, expires_at from ${given(sql, stored)} order by instance, key
    on conflict (instance, key) do update set
      value = case
        when kept.expires_at > now() then (kept.value::bigint + excluded.value::bigint)::text else excluded.value
      end,
      expires_at = excluded.expires_at
    where case
      when kept.expires_at <= now() then true
      when kept.value !~ '^-?[0-9]{1,16}$' then false
      else abs(kept.value::bigint + excluded.value::bigint) <= ${Number.MAX_SAFE_INTEGER}::bigint
    end
    returning instance, key, value`
  const before = new Map(rows.map((row) => [slotOf(row), Number(row.value) - (totals.get(slotOf(row))?.by ?? 0)]))
  return additions.map((each) => {
    const slot = slotOf(each)
    const sum = before.get(slot)
    if (sum === undefined) return undefined
    before.set(slot, sum + each.by)
    return sum + each.by
  })
}

/** Replaces entries that have the expected value. Resolves with whether each was replaced, in order. */
export async function replaceEntries(sql: Queryable, entries: readonly Replacement[]): Promise<readonly boolean[]> {
  const rows = await sql<StateKey[]>`
    update instance_state as kept set value = given.value, expires_at = given.expires_at
    from unnest(
      ${instancesOf(entries)}::text[], ${keysOf(entries)}::text[], ${valuesOf(entries)}::text[],
      ${timesOf(entries)}::timestamptz[], ${textArray(entries.map(({ expected }) => expected))}::text[]
    ) as given (instance, key, value, expires_at, expected)
    where kept.instance = given.instance and kept.key = given.key and kept.value = given.expected
      and kept.expires_at > now()
    returning kept.instance, kept.key`
  const replaced = new Set(rows.map(slotOf))
  return entries.map((entry) => replaced.has(slotOf(entry)))
}

export async function deleteEntries(sql: Queryable, keys: readonly StateKey[]): Promise<readonly undefined[]> {
  await sql`
    delete from instance_state
    using unnest(${instancesOf(keys)}::text[], ${keysOf(keys)}::text[]) as given (instance, key)
    where instance_state.instance = given.instance and instance_state.key = given.key`
  return keys.map(() => undefined)
}

/** Which entries of an instance to read. */
export interface StateRange {
  readonly instance: string
  readonly prefix: string
  readonly after: string
}

/** Entries in the order of their keys, the first `limit` of them. */
export async function listEntries(sql: Queryable, range: StateRange, limit: number): Promise<readonly StateEntry[]> {
  return sql<StateEntry[]>`
    select key, value, expires_at as "expiresAt" from instance_state
    where ${inRange(sql, range)} order by key limit ${limit}::integer`
}

export async function countEntries(sql: Queryable, range: StateRange): Promise<number> {
  const [row] = await sql<{ entries: number }[]>`
    select count(*) as entries from instance_state where ${inRange(sql, range)}`
  return row?.entries ?? 0
}

/** The index goes from the first key with the prefix to the last: no key is as long as the end that is given. */
function inRange(sql: Queryable, { instance, prefix, after }: StateRange) {
  return sql`instance = ${instance} and key >= ${prefix} and key > ${after}
    and key < ${prefix} || repeat(chr(1114111), 201) and expires_at > now()`
}

function given(sql: Queryable, entries: readonly StoredEntry[]) {
  return sql`unnest(
    ${instancesOf(entries)}::text[], ${keysOf(entries)}::text[], ${valuesOf(entries)}::text[],
    ${timesOf(entries)}::timestamptz[]
  ) as given (instance, key, value, expires_at)`
}

function instancesOf(keys: readonly StateKey[]): string {
  return textArray(keys.map(({ instance }) => instance))
}

function keysOf(keys: readonly StateKey[]): string {
  return textArray(keys.map(({ key }) => key))
}

function valuesOf(entries: readonly StoredEntry[]): string {
  return textArray(entries.map(({ value }) => value))
}

function timesOf(entries: readonly StoredEntry[]): string {
  return textArray(entries.map(({ expiresAt }) => expiresAt))
}
