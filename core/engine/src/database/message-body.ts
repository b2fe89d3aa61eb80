import type { Queryable } from './database.ts'

/**
 * The text of a row of `message`, which may be one that several messages share. It is looked up only for those. Null:
 * removed.
 */
export function messageBody(sql: Queryable) {
  return sql`coalesce(
    message.body, (select message_text.body from message_text where message_text.text_id = message.text_id)
  )`
}
