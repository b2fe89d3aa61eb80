import type { Queryable, Transaction } from '../database/database.ts'

/** A row of `contact`; status 0 = opted out, 1 = opted in. */
export interface ContactRow {
  readonly client_id: number
  readonly mobile: string
  readonly status: 0 | 1
  readonly status_description: string
  readonly auddate: Date
}

export async function findContact(sql: Queryable, clientId: number, mobile: string): Promise<ContactRow | undefined> {
  const [row] = await sql<ContactRow[]>`
    select client_id, mobile, status, status_description, auddate
    from contact where client_id = ${clientId}::bigint and mobile = ${mobile}`
  return row
}

/** What is to be written of a contact. */
export interface ContactChange {
  readonly clientId: number
  readonly mobile: string
  readonly status: 0 | 1
  readonly description: string
  readonly at: Date
}

/** Sets the status where it differs or nothing is recorded yet. Undefined when the contact has it already or there is no such client. */
export async function writeContact(
  tx: Transaction,
  change: ContactChange,
): Promise<(ContactRow & { readonly inserted: boolean }) | undefined> {
  // xmax is 0 in a row that was inserted and the transaction's own id in one that was updated.
  const [row] = await tx<(ContactRow & { inserted: boolean })[]>`
    insert into contact (client_id, mobile, status, status_description, auddate)
    select client_id, ${change.mobile}, ${change.status}::smallint, ${change.description}, ${change.at}::timestamptz
    from client where client_id = ${change.clientId}::bigint
    on conflict (client_id, mobile) do update
    set status = excluded.status, status_description = excluded.status_description, auddate = excluded.auddate
    where contact.status <> excluded.status
    returning client_id, mobile, status, status_description, auddate, xmax = 0 as inserted`
  return row
}

export async function writeContactAudit(tx: Transaction, change: ContactChange): Promise<void> {
  await tx`
    insert into contact_audit (client_id, mobile, status, status_description, auddate)
    values (
      ${change.clientId}::bigint, ${change.mobile}, ${change.status}::smallint, ${change.description},
      ${change.at}::timestamptz
    )`
}
