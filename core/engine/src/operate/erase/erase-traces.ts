import type { ContactKey } from '../../contacts/contacts.ts'
import { textArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { renewWordBlocks } from '../../database/word-blocks.ts'
import { ERASED, formsOf } from './forms.ts'

/** Removes a number from what a client keeps besides messages; the contact itself goes with `eraseContact`. */
export async function eraseTraces(sql: Sql, { clientId, mobile }: ContactKey): Promise<void> {
  const channels = sql`(select channel_id from channel where client_id = ${clientId}::bigint)`
  await sql`
    delete from conversation
    where channel_id in ${channels} and contact = any(${textArray(formsOf(mobile))}::text[])`
  await sql`delete from auto_reply where channel_id in ${channels} and mobile = ${mobile}`
  await sql`
    delete from push
    where user_id in (select user_id from app_user where client_id = ${clientId}::bigint) and strpos(content, ${mobile}) > 0`
  await eraseForwarded(sql, { clientId, mobile })
  await eraseRequests(sql, { clientId, mobile })
  await sql`
    update audit_entry set subject = replace(subject, ${mobile}, ${ERASED}),
      detail = replace(detail::text, ${mobile}, ${ERASED})::jsonb
    where client_id = ${clientId}::bigint and (strpos(subject, ${mobile}) > 0 or strpos(detail::text, ${mobile}) > 0)`
}

/** The last digits of a number, which its national form has as well. */
const NATIONAL_DIGITS = 8

/** Removes the texts of requests that contain the number, in whatever spelling. */
async function eraseRequests(sql: Sql, { clientId, mobile }: ContactKey): Promise<void> {
  const digits = mobile.slice(-NATIONAL_DIGITS)
  const texts = sql`concat_ws(' ', path, query, body, answer, message, fields::text)`
  await sql`
    update request_log set path = '', query = '', body = null, answer = null, message = null, fields = null
    where client_id = ${clientId}::bigint and strpos(regexp_replace(${texts}, '[ ()./+-]', '', 'g'), ${digits}) > 0`
}

/** Removes the texts of forwarded SMS, which name their sender. */
async function eraseForwarded(sql: Sql, { clientId, mobile }: ContactKey): Promise<void> {
  const rows = await sql<{ sms_id: number }[]>`
    update message set body = null
    from (
      select distinct replace(forward_mobile, '+', '') as mobile from channel
      where client_id = ${clientId}::bigint and forward_mobile is not null
    ) as target
    where message.recipient = target.mobile and message.client_id + 0 = ${clientId}::bigint
      and strpos(message.body, ${mobile}) > 0
    returning message.sms_id`
  if (rows.length > 0)
    await renewWordBlocks(
      sql,
      rows.map((row) => row.sms_id),
    )
}

/** Removes what belongs to no client: receipts that fit nothing, parts of SMS, and what instances remember. */
export async function eraseCommon(sql: Sql, mobile: string): Promise<void> {
  await sql`delete from unmatched_receipt where strpos(recipient, ${mobile}) > 0`
  await sql`
    delete from incoming_assembly where sender = any(${textArray(formsOf(mobile))}::text[]) and stored_at is not null`
  await sql`delete from instance_state where strpos(key, ${mobile}) > 0 or strpos(value, ${mobile}) > 0`
}

/** Removes a contact with all that is recorded of it. */
export async function eraseContact(tx: Transaction, { clientId, mobile }: ContactKey): Promise<void> {
  for (const table of ['contact_group_member', 'phonebook', 'contact_audit', 'contact'])
    await tx`delete from ${tx(table)} where client_id = ${clientId}::bigint and mobile = ${mobile}`
}
