import type { ContactKey } from '../../contacts/contacts.ts'
import { among } from '../../database/among.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { formsOf } from './forms.ts'

/** Messages or incoming SMS that one transaction removes. */
const PAGE = 500

/** Tables with rows of a message, by its id; webhooks and the message itself come after them. */
const BESIDE_MESSAGES = ['message_state', 'message_history', 'submission', 'attempt', 'validity_check'] as const

/** Removes the messages to a contact that are final. Resolves with how many. */
export async function eraseMessages(sql: Sql, contact: ContactKey): Promise<number> {
  return inPages(async () => {
    const ids = await findMessages(sql, contact)
    if (ids.length === 0) return 0
    await inTransaction(sql, async (tx) => {
      await eraseWebhooks(tx, contact.clientId, ids)
      await tx`
        delete from message_key using message
        where ${among(tx, 'message.sms_id', ids)} and message_key.client_id = message.client_id
          and message_key.message_id = message.message_id`
      await tx`delete from message_alias where joined_id = any(${numberArray(ids)}::bigint[])`
      for (const table of BESIDE_MESSAGES) await tx`delete from ${tx(table)} where ${among(tx, 'sms_id', ids)}`
      await tx`delete from message where ${among(tx, 'sms_id', ids)}`
    })
    return ids.length
  })
}

/** Removes what a contact wrote to a client; `clientId` null: to no client. Resolves with how many SMS. */
export async function eraseIncoming(sql: Sql, clientId: number | null, mobile: string): Promise<number> {
  return inPages(async () => {
    const ids = await findIncoming(sql, clientId, mobile)
    if (ids.length === 0) return 0
    await inTransaction(sql, async (tx) => {
      await eraseWebhooks(tx, clientId, ids)
      await tx`delete from incoming_message where ${among(tx, 'incoming_id', ids)}`
    })
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

async function eraseWebhooks(tx: Transaction, clientId: number | null, subjects: readonly number[]): Promise<void> {
  const rows = await tx<{ webhook_id: number }[]>`
    delete from webhook where subject_id = any(${numberArray(subjects)}::bigint[])
      and client_id is not distinct from ${clientId}::bigint
    returning webhook_id`
  const gone = rows.map((row) => row.webhook_id)
  if (gone.length > 0) await tx`delete from webhook_attempt where ${among(tx, 'webhook_id', gone)}`
}

async function inPages(erasePage: () => Promise<number>): Promise<number> {
  for (let erased = 0; ; ) {
    const page = await erasePage()
    erased += page
    if (page < PAGE) return erased
  }
}
