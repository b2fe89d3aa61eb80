import type { ContactKey } from '../../contacts/contacts.ts'
import { textArray } from '../../database/arrays.ts'
import type { Queryable, Sql } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { removeIncoming, removeMessages } from '../../outbound/lifecycle/remove-rows.ts'
import { formsOf } from './forms.ts'

/** Messages or incoming SMS that one transaction removes. */
const PAGE = 500

/** Removes the messages to a contact that are final. Resolves with how many. */
export async function eraseMessages(sql: Sql, contact: ContactKey): Promise<number> {
  return inPages(async () => {
    const ids = await findMessages(sql, contact)
    if (ids.length === 0) return 0
    await inTransaction(sql, (tx) => removeMessages(tx, contact.clientId, ids))
    return ids.length
  })
}

/** Removes what a contact wrote to a client; `clientId` null: to no client. Resolves with how many SMS. */
export async function eraseIncoming(sql: Sql, clientId: number | null, mobile: string): Promise<number> {
  return inPages(async () => {
    const ids = await findIncoming(sql, clientId, mobile)
    if (ids.length === 0) return 0
    await inTransaction(sql, (tx) => removeIncoming(tx, clientId, ids))
    return ids.length
  })
}

/** The next of them. Adding 0 keeps the planner from going through all messages of the client. */
async function findMessages(sql: Queryable, { clientId, mobile }: ContactKey): Promise<readonly number[]> {
  const rows = await sql<{ sms_id: number }[]>`
    select sms_id from message where recipient = ${mobile} and client_id + 0 = ${clientId}::bigint
      and (select is_final(state) from message_state where message_state.sms_id = message.sms_id limit 1)
    order by recipient, sms_id limit ${PAGE}::integer`
  return rows.map((row) => row.sms_id)
}

async function findIncoming(sql: Queryable, clientId: number | null, mobile: string): Promise<readonly number[]> {
  const rows = await sql<{ incoming_id: number }[]>`
    select incoming_id from incoming_message
    where sender = any(${textArray(formsOf(mobile))}::text[]) and client_id + 0 is not distinct from ${clientId}::bigint
    limit ${PAGE}::integer`
  return rows.map((row) => row.incoming_id)
}

async function inPages(erasePage: () => Promise<number>): Promise<number> {
  for (let erased = 0; ; ) {
    const page = await erasePage()
    erased += page
    if (page < PAGE) return erased
  }
}
