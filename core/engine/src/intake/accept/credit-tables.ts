import { numberArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'

/**
 * How a statement pays for what it stores.
 *
 * `plain`: now, and only for clients who have enough for all they want and whose balance is not locked by another
 * transaction; all others are left out and reported as held, so that nothing waits or is computed for them. `in-order`:
 * now, after waiting for the balances, as far as the credit goes. Otherwise: later, in the same transaction; the
 * statement adds up what has been spent and reports whether that is already too much.
 */
export type Payment = 'plain' | 'in-order' | { readonly spent: string }

/**
 * The tables `account` (what the clients pay for a part, and in which currency) and `balance` (prepaid credit, which
 * this transaction has locked), to be followed by a table `wanted` (sms_id, client_id, unit, price, is_known,
 * is_repeat).
 */
export function accountTables(sql: Queryable, clientIds: readonly number[], payment: Payment) {
  const accounts = sql`
    account as materialized (
      select client.client_id, client.price_per_part, client.currency, client_credit.credit
      from client left join client_credit using (client_id)
      where client.client_id = any(${numberArray(clientIds)}::bigint[])
    )`
  if (typeof payment !== 'string') return accounts
  return sql`
    ${accounts},
    balance as materialized (
      select client_id, credit from client_credit
      where client_id = any(${numberArray(clientIds)}::bigint[]) and credit is not null
      order by client_id
      for update ${payment === 'plain' ? sql`skip locked` : sql``}
    )`
}

/** The table `payable`, made from `wanted`, preceded by the table that `isRefused` reads. */
export function payableTables(sql: Queryable, payment: Payment) {
  if (payment === 'plain') return sql`${heldTables(sql)}, ${payableTable(sql, payment)}`
  if (payment === 'in-order') return sql`${unpaidTables(sql)}, ${payableTable(sql, payment)}`
  return payableTable(sql, payment)
}

function payableTable(sql: Queryable, payment: Payment) {
  return sql`
    payable as (
      select wanted.* from wanted where not is_known and not is_repeat and not ${isRefused(sql, payment)}
    )`
}

/** Condition on a row of `wanted`: it is not stored, for want of credit or because its client is held. */
export function isRefused(sql: Queryable, payment: Payment) {
  if (payment === 'plain') return sql`wanted.client_id in (select client_id from held)`
  if (payment === 'in-order') return sql`wanted.sms_id in (select sms_id from unpaid)`
  return sql`false`
}

function heldTables(sql: Queryable) {
  return sql`
    held as materialized (
      select account.client_id
      from account
      left join balance using (client_id)
      left join (
        select client_id, sum(price) as price from wanted where not is_known and not is_repeat group by client_id
      ) as total using (client_id)
      where account.credit is not null and (balance.credit is null or balance.credit < total.price)
    )`
}

/**
 * A client's units are paid for in order, each as a whole, until one costs more than is left. Ids used before cost
 * nothing, and a message that repeats one of the same statement is treated like the first.
 */
function unpaidTables(sql: Queryable) {
  return sql`
    short as materialized (
      select balance.client_id, balance.credit
      from balance join wanted using (client_id)
      where not is_known and not is_repeat
      group by balance.client_id, balance.credit
      having sum(price) > balance.credit
    ),
    unpaid as materialized (
      select sms_id, client_id, unit, price from (
        select wanted.sms_id, wanted.client_id, wanted.unit, short.credit,
          case when is_repeat then 0 else price end as price,
          sum(case when is_repeat then 0 else price end) over (partition by wanted.client_id order by wanted.unit) as due
        from wanted join short using (client_id)
        where not is_known
      ) as charged
      where due > credit
    )`
}

/**
 * Debits `accepted` (sms_id, client_id, price) and records why: the tables `spent`, `debit` and `entry`, each followed
 * by a comma.
 */
export function debitTables(sql: Queryable, payment: Payment, reason: 'send' | 'segments') {
  if (typeof payment !== 'string') return sql``
  return sql`
    spent as materialized (
      select client_id, sum(accepted.price) as price, min(accepted.sms_id) as sms_id
      from accepted join balance using (client_id)
      group by client_id
      having sum(accepted.price) <> 0
    ),
    debit as (
      update client_credit set credit = client_credit.credit - spent.price
      from spent where client_credit.client_id = spent.client_id
    ),
    entry as (
      insert into credit_entry (client_id, amount, reason, sms_id)
      select client_id, -price, ${reason}, sms_id from spent order by client_id
    ),`
}

/** The columns of the result that concern payment. */
export interface PaymentRow {
  /** Clients that nothing was stored for; see `plain`. */
  readonly held: number[]
  readonly unpaid: number[]
  /** The unpaid messages whose unit alone would fit the credit that is left. */
  readonly affordable: number[]
  /** With payment later: the amount due so far, and whether it is more than the client has. */
  readonly spent: string
  readonly is_spent: boolean
}

export function paymentColumns(sql: Queryable, payment: Payment) {
  const held = payment === 'plain' ? sql`array(select client_id from held)` : sql`'{}'::bigint[]`
  return sql`
    ${held} as held,
    ${payment === 'in-order' ? unpaidColumns(sql) : sql`'{}'::bigint[] as unpaid, '{}'::bigint[] as affordable`},
    ${typeof payment === 'string' ? sql`'0' as spent, false as is_spent` : spentColumns(sql, payment.spent)}`
}

function unpaidColumns(sql: Queryable) {
  return sql`
    array(select sms_id from unpaid) as unpaid,
    array(
      select refused.sms_id from (
        select sms_id, client_id, sum(price) over (partition by client_id, unit) as price from unpaid
      ) as refused
      join short using (client_id)
      left join spent using (client_id)
      where refused.price <= short.credit - coalesce(spent.price, 0)
    ) as affordable`
}

function spentColumns(sql: Queryable, before: string) {
  return sql`
    (${before}::numeric + coalesce((select sum(price) from accepted), 0))::text as spent,
    exists (
      select from account
      where credit < ${before}::numeric + coalesce((select sum(price) from accepted), 0)
    ) as is_spent`
}
