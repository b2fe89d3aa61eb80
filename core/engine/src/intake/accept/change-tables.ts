import type { EntryChange } from '../../accounts/state/state-statements.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import type { AcceptRow } from './prepare.ts'

/** Whether entries of the state of instances change with these messages. */
export function hasChanges(rows: readonly AcceptRow[]): boolean {
  return rows.some(({ change }) => change !== undefined)
}

/**
 * Makes the changes that go with messages of the table `payable`. The table `overtaken`, followed by a comma, has the
 * messages whose entry is not what they expect. Of several changes of one entry, that of the first message is made.
 */
export function changeTables(sql: Queryable, rows: readonly AcceptRow[]) {
  const changing = rows.filter(({ change }) => change !== undefined)
  const changes = changing.map(({ change }) => change as EntryChange)
  const isAdded = changes.some(({ expected }) => expected === null)
  const isReplaced = changes.some(({ expected }) => expected !== null)
  return sql`
    wish as materialized (
      select change.*, row_number() over (partition by instance, key order by sms_id) = 1 as is_first
      from unnest(
        ${numberArray(changing.map(({ smsId }) => smsId))}::bigint[],
        ${textArray(changes.map(({ instance }) => instance))}::text[],
        ${textArray(changes.map(({ key }) => key))}::text[],
        ${textArray(changes.map(({ value }) => value))}::text[],
        ${textArray(changes.map(({ expiresAt }) => expiresAt))}::timestamptz[],
        ${textArray(changes.map(({ expected }) => expected))}::text[]
      ) as change (sms_id, instance, key, value, expires_at, expected)
      where sms_id in (select sms_id from payable)
    ),
    ${isAdded ? addedTable(sql) : sql``}
    ${isReplaced ? replacedTable(sql) : sql``}
    overtaken as materialized (
      select sms_id from wish
      where not is_first or not (
        ${isAdded ? sql`(instance, key) in (select instance, key from added_entry)` : sql`false`}
        or ${isReplaced ? sql`(instance, key) in (select instance, key from replaced_entry)` : sql`false`}
      )
    ),`
}

/** The messages of `overtaken`, as a column of the result. */
export function overtakenColumn(sql: Queryable, isChanging: boolean) {
  return isChanging ? sql`array(select sms_id from overtaken) as overtaken` : sql`'{}'::bigint[] as overtaken`
}

/** Entries where there are none; an expired one counts as gone. */
function addedTable(sql: Queryable) {
  return sql`
    added_entry as (
      insert into instance_state as kept (instance, key, value, expires_at)
      select instance, key, value, expires_at from wish where is_first and expected is null order by instance, key
      on conflict (instance, key) do update set value = excluded.value, expires_at = excluded.expires_at
      where kept.expires_at <= now()
      returning instance, key
    ),`
}

/**
 * Entries that have the expected value. One look-up for each, even where the planner misjudges the sizes; what another
 * transaction has changed since is compared again.
 */
function replacedTable(sql: Queryable) {
  return sql`
    replaced_entry as (
      update instance_state as kept set value = found.value, expires_at = found.expires_at
      from (
        select wish.*, entry.ctid as place
        from wish cross join lateral (
          select instance_state.ctid from instance_state
          where instance_state.instance = wish.instance and instance_state.key = wish.key limit 1
        ) as entry
        where wish.is_first and wish.expected is not null
        order by wish.instance, wish.key
      ) as found
      where kept.ctid = found.place and kept.value = found.expected and kept.expires_at > now()
      returning kept.instance, kept.key
    ),`
}
