import { numberArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'

/** Credits back what messages cost that never reached a network. Call once for each message, in the transaction that makes it final. */
export async function refund(sql: Queryable, smsIds: readonly number[]): Promise<void> {
  await sql`
    update client_credit set credit = client_credit.credit + total.price
    from (
      select client_id, sum(price) as price from message
      where sms_id = any(${numberArray(smsIds)}::bigint[])
        and sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint
      group by client_id order by client_id
    ) as total
    where client_credit.client_id = total.client_id and client_credit.credit is not null`
}
