import type { Sql } from '../database/database.ts'

/** SQLSTATE check_violation, raised by the constraint on the balance. */
export function isCreditExceeded(error: unknown): boolean {
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown }
  return code === '23514' && constraint === 'client_credit_not_negative'
}

/** A prepaid client whose balance is not the sum of its entries. Amounts are decimal text. */
export interface CreditDifference {
  readonly clientId: number
  readonly name: string
  readonly credit: string
  readonly entries: string
}

/** What a check of the ledger found. */
export interface CreditCheck {
  /** Prepaid clients that were checked. */
  readonly clients: number
  readonly differences: readonly CreditDifference[]
}

/** Compares the balance of every prepaid client with the sum of its entries, both as of one moment. */
export async function checkCredit(sql: Sql): Promise<CreditCheck> {
  const rows = await sql<CreditDifference[]>`
    select client.client_id as "clientId", client.name, client_credit.credit,
      coalesce(ledger.amount, 0)::numeric(18, 6) as entries
    from client_credit
    join client using (client_id)
    left join (
      select client_id, sum(amount) as amount from (
        select client_id, amount from credit_entry union all select client_id, amount from credit_month
      ) as entry group by client_id
    ) as ledger using (client_id)
    where client_credit.credit is not null
    order by client.client_id`
  return { clients: rows.length, differences: rows.filter((row) => row.credit !== row.entries) }
}
