import type { StateEntry, StateStore } from '@heliograph/contracts'
import { checkStateEntry } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { storableText } from '../database/storable-text.ts'

/** Of entries that are deleted at once. */
const STEP = 1_000

/** Creates the `StateStore` service. Entries end by the clock of the database, which all nodes share. */
export function createStateStore(sql: Sql): StateStore {
  return {
    of: (instance) => ({
      get: (key) =>
        asking(async () => {
          const [row] = await sql<{ value: string }[]>`
            select value from instance_state
            where instance = ${instance} and key = ${storableText(key)} and expires_at > now()`
          return row?.value
        }),
      set: (entry) =>
        asking(async () => {
          const { key, value, expiresAt } = checked(entry)
          await sql`
            insert into instance_state (instance, key, value, expires_at)
            values (${instance}, ${key}, ${value}, ${expiresAt}::timestamptz)
            on conflict (instance, key) do update set value = excluded.value, expires_at = excluded.expires_at`
        }),
      add: (entry) =>
        asking(async () => {
          const { key, value, expiresAt } = checked(entry)
          // One that is over counts as gone. The update that changes nothing makes the statement return the other's value, and wait for it.
          const [row] = await sql<{ value: string }[]>`
            insert into instance_state as kept (instance, key, value, expires_at)
            values (${instance}, ${key}, ${value}, ${expiresAt}::timestamptz)
            on conflict (instance, key) do update set
              value = case when kept.expires_at > now() then kept.value else excluded.value end,
              expires_at = case when kept.expires_at > now() then kept.expires_at else excluded.expires_at end
            returning value`
          return (row as { value: string }).value
        }),
      replace: (expected, entry) =>
        asking(async () => {
          const { key, value, expiresAt } = checked(entry)
          const updated = await sql`
            update instance_state set value = ${value}, expires_at = ${expiresAt}::timestamptz
            where instance = ${instance} and key = ${key} and value = ${storableText(expected)} and expires_at > now()`
          return updated.count > 0
        }),
      delete: (key) =>
        asking(async () => {
          await sql`delete from instance_state where instance = ${instance} and key = ${storableText(key)}`
        }),
    }),
  }
}

/** Deletes entries that are over. Resolves with how many. */
export async function dropExpiredState(sql: Sql): Promise<number> {
  let dropped = 0
  while (true) {
    const deleted = await sql`
      delete from instance_state where ctid in (
        select ctid from instance_state where expires_at <= now() order by expires_at limit ${STEP}::integer
        for update skip locked
      )`
    dropped += deleted.count
    if (deleted.count < STEP) return dropped
  }
}

function checked(entry: StateEntry): StateEntry {
  checkStateEntry(entry)
  return { ...entry, key: storableText(entry.key), value: storableText(entry.value) }
}

function asking<T>(ask: () => Promise<T>): Promise<T> {
  return serviceAnswer(ask())
}
