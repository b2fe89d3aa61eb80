import { numberArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'

/**
 * Credits back the price of messages that never reached a network. Call once for each message, in the transaction that
 * makes it final.
 */
export async function refund(sql: Queryable, smsIds: readonly number[]): Promise<void> {
  await sql`
    with total as materialized (
      select client_id, sum(price) as price, min(sms_id) as sms_id from message
      where sms_id = any(${numberArray(smsIds)}::bigint[])
        and sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint
      group by client_id
      having sum(price) <> 0
      order by client_id
    ),
    ${creditBack(sql, 'refund')}`
}

/**
 * The end of a statement: credits prepaid clients with the amounts of a table `total` (client_id, price, sms_id) and
 * records why.
 */
export function creditBack(sql: Queryable, reason: 'refund' | 'join') {
  return sql`
    credited as (
      update client_credit set credit = client_credit.credit + total.price
      from total where client_credit.client_id = total.client_id and client_credit.credit is not null
      returning client_credit.client_id
    )
    insert into credit_entry (client_id, amount, reason, sms_id)
    select client_id, total.price, ${reason}, total.sms_id from total join credited using (client_id)`
}
