import { textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { isStillReported } from '../../notify/webhooks/webhooks-about.ts'
import { formsOf } from './forms.ts'

/**
 * Counts what still has to become of messages to and SMS from a number, at one client or (null) anywhere: messages that
 * are not final, parts that wait for the others, work that SMS set off, and webhooks about either.
 */
export async function countOpen(sql: Queryable, clientId: number | null, mobile: string): Promise<number> {
  const forms = textArray(formsOf(mobile))
  const own = (column: string) => (clientId === null ? sql`true` : sql`${sql.unsafe(column)} + 0 = ${clientId}::bigint`)
  const [row] = await sql<{ open: number }[]>`
    with sent as materialized (
      select sms_id as id from message where recipient = ${mobile} and ${own('client_id')}
    ),
    forwarded as materialized (
      select message.sms_id as id
      from (
        select distinct client_id, replace(forward_mobile, '+', '') as mobile from channel
        where forward_mobile is not null and ${own('client_id')}
      ) as target
      cross join lateral (
        select sms_id from message
        where message.recipient = target.mobile and message.client_id + 0 = target.client_id
          and strpos(message.body, ${mobile}) > 0
        offset 0
      ) as message
    ),
    received as materialized (
      select incoming_id as id from incoming_message
      where sender = any(${forms}::text[]) and ${own('client_id')}
    )
    select (
      (
        select count(*) from (table sent union table forwarded) as each
        where not coalesce((select is_final(state) from message_state where sms_id = each.id limit 1), false)
      )
      + (select count(*) from segment where recipient = ${mobile} and ${own('client_id')})
      + (select count(*) from incoming_assembly where sender = any(${forms}::text[]) and stored_at is null)
      + (select count(*) from received where exists (select from incoming_work where incoming_id = received.id))
      + (
        select count(*) from (table sent union table received) as each
        where ${isStillReported(sql, sql`each.id`)}
      )
    )::integer as open`
  return row?.open ?? 0
}
