import type { Account } from '../accounts/account.ts'
import { among } from '../database/among.ts'
import type { Queryable } from '../database/database.ts'

/** Longer than an answer can take. What was lent for longer was lent by a process that has ended. */
const LOAN_MINUTES = 15

/** Incoming SMS that are being given to a client. */
export interface Loan {
  readonly loanId: number
  readonly incomingIds: readonly number[]
}

/**
 * Marks those of these SMS as read that are unread and visible to the account, and notes that they are lent. Resolves
 * with undefined when there are none: another call has them.
 */
export async function lendIncoming(
  sql: Queryable,
  { clientId, ownChannelId }: Pick<Account, 'clientId' | 'ownChannelId'>,
  incomingIds: readonly number[],
): Promise<Loan | undefined> {
  const [row] = await sql<{ loan_id: number; incoming_ids: number[] }[]>`
    with unread as materialized (
      select incoming_id from incoming_message
      where ${among(sql, 'incoming_id', incomingIds)}
        and client_id = ${clientId}::bigint and status = 1
        and (${ownChannelId}::bigint is null or channel_id = ${ownChannelId}::bigint)
      order by incoming_id for update
    ),
    lent as (
      update incoming_message set status = 0 from unread
      where incoming_message.incoming_id = unread.incoming_id
        and incoming_message.incoming_id between ${Math.min(...incomingIds)}::bigint and ${Math.max(...incomingIds)}::bigint
      returning incoming_message.incoming_id
    )
    insert into incoming_loan (incoming_ids) select array_agg(incoming_id) from lent having count(*) > 0
    returning loan_id, incoming_ids`
  return row && { loanId: row.loan_id, incomingIds: row.incoming_ids }
}

/** Ends a loan whose SMS the client has. If the loan was overdue and had ended, they are marked as read once more. */
export async function endLoan(sql: Queryable, { loanId, incomingIds }: Loan): Promise<void> {
  await sql`
    with ended as (delete from incoming_loan where loan_id = ${loanId}::bigint returning loan_id)
    update incoming_message set status = 0
    where ${among(sql, 'incoming_id', incomingIds)} and status = 1 and not exists (select from ended)`
}

/** Ends a loan whose SMS the client did not get: they are unread again. */
export async function returnLoan(sql: Queryable, { loanId }: Pick<Loan, 'loanId'>): Promise<void> {
  await returnLoans(sql, sql`loan_id = ${loanId}::bigint`)
}

/** The same for all that have not ended in time. Resolves with the number of their SMS. */
export function returnOverdueLoans(sql: Queryable): Promise<number> {
  return returnLoans(sql, sql`lent_at < now() - ${LOAN_MINUTES}::integer * interval '1 minute'`)
}

async function returnLoans(sql: Queryable, which: ReturnType<Queryable>): Promise<number> {
  const returned = await sql`
    with ended as (delete from incoming_loan where ${which} returning incoming_ids),
    each as materialized (select unnest(incoming_ids) as incoming_id from ended order by 1)
    update incoming_message set status = 1 from each
    where incoming_message.incoming_id = each.incoming_id`
  return returned.count
}
