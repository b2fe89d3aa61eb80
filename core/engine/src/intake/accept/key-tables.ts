import type { Queryable } from '../../database/database.ts'
import { isRefused, type Payment } from './credit-tables.ts'

/** Whether the client has used a supplied id before, and whether an earlier message of the same statement has it. */
export function usedBefore(sql: Queryable) {
  return sql`
    known.sms_id is not null as is_known,
    given.message_id is not null and row_number() over (
      partition by template.client_id, given.message_id order by given.unit, given.sms_id
    ) > 1 as is_repeat`
}

/** Lateral with a limit: one look-up for each message, even where the planner misjudges the sizes. */
export function knownKeys(sql: Queryable) {
  return sql`
    left join lateral (
      select message_key.sms_id from message_key
      where message_key.client_id = template.client_id and message_key.message_id = given.message_id limit 1
    ) as known on true`
}

/**
 * Another statement may have taken an id since this one began, so a message that is not returned is a duplicate after
 * all.
 */
export function keyTable(sql: Queryable) {
  return sql`
    keyed as (
      insert into message_key (client_id, message_id, sms_id)
      select client_id, message_id, sms_id from payable where message_id is not null order by client_id, message_id
      on conflict do nothing
      returning sms_id
    ),`
}

export function duplicates(sql: Queryable, payment: Payment) {
  return sql`
    array(
      select sms_id from wanted
      where message_id is not null and sms_id not in (select sms_id from accepted) and not ${isRefused(sql, payment)}
    )`
}
