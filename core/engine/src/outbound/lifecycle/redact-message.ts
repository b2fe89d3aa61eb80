import { textArray } from '../../database/arrays.ts'
import type { Transaction } from '../../database/database.ts'
import { messageBody } from '../../database/message-body.ts'
import { renewWordBlocks } from '../../database/word-blocks.ts'

/** A message with all that is needed to find its text elsewhere. */
interface TextedMessage {
  readonly smsId: number
  readonly clientId: number
  /** Null: it has been removed. */
  readonly body: string | null
  /** The text that it shares with other messages of its bulk. */
  readonly textId: number | null
  readonly bulkId: string | null
  readonly requestId: string | null
  readonly acceptedAt: Date
  readonly isFinal: boolean
}

/**
 * Locks a message of a client, by its id or that of a segment it was joined from. Undefined: there is none.
 */
export async function lockMessage(
  tx: Transaction,
  clientId: number,
  smsId: number,
): Promise<TextedMessage | undefined> {
  const [message] = await tx<TextedMessage[]>`
    select message.sms_id as "smsId", message.client_id as "clientId", ${messageBody(tx)} as body,
      message.text_id as "textId", message.bulk_id as "bulkId", message.request_id as "requestId",
      message.accepted_at as "acceptedAt", coalesce((
        select is_final(state) from message_state where message_state.sms_id = message.sms_id limit 1
      ), false) as "isFinal"
    from message
    where message.client_id = ${clientId}::bigint and message.sms_id = coalesce(
      (select joined_id from message_alias where message_alias.sms_id = ${smsId}::bigint), ${smsId}::bigint
    )
    for update of message`
  return message
}

/**
 * Removes the text of a message that has ended from every table. Parts, price and all else of it stay. A text that
 * others of its bulk have as well goes with the last of them.
 */
export async function redactMessage(tx: Transaction, message: TextedMessage): Promise<void> {
  const { smsId, textId } = message
  await tx`
    update message set body = null, text_id = null, user_data_header = null where sms_id = ${smsId}::bigint`
  await tx`delete from text_wait where kind = 'message' and id = ${smsId}::bigint`
  await tx`
    update message_history set receipt_text = null where sms_id = ${smsId}::bigint and receipt_text is not null`
  if (textId !== null) await removeShared(tx, message, textId)
  await redactPushes(tx, message)
  await redactRequests(tx, message)
  await renewWordBlocks(tx, [smsId])
}

/** Of the last two that share a text, one waits for the other. */
async function removeShared(tx: Transaction, { bulkId, clientId }: TextedMessage, textId: number): Promise<void> {
  await tx`select from message_text where text_id = ${textId}::bigint for update`
  await tx`
    delete from message_text where text_id = ${textId}::bigint and not exists (
      select from message
      where client_id = ${clientId}::bigint and bulk_id = ${bulkId} and text_id = ${textId}::bigint
    )`
}

/** The place of the text in the values of a receipt that is still to be pushed (`formatContent`). */
const TEXT_PLACE = '{5}'

/** Receipts of joined messages may go by the ids of their segments. */
async function redactPushes(tx: Transaction, { clientId, smsId }: TextedMessage): Promise<void> {
  await tx`
    update push set content = jsonb_set(content::jsonb, ${TEXT_PLACE}::text[], '""')::text
    where user_id in (select user_id from app_user where client_id = ${clientId}::bigint)
      and content::jsonb ->> 0 = 'receipt'
      and (content::jsonb ->> 1)::bigint in (
        select ${smsId}::bigint
        union all select sms_id from message_alias where joined_id = ${smsId}::bigint
      )`
}

/** Characters of a text by which it is found in requests, of which only the beginning is kept. */
const TELLING_CHARACTERS = 24

/** Requests that sent or showed the text lose all that they and their answers said; none is older than the message. */
async function redactRequests(tx: Transaction, message: TextedMessage): Promise<void> {
  const { acceptedAt, body, clientId, requestId } = message
  const beginning = [...(body ?? '').slice(0, 2 * TELLING_CHARACTERS)].slice(0, TELLING_CHARACTERS).join('')
  const forms = beginning === '' ? [] : writtenForms(beginning)
  const said = tx`concat_ws(' ', query, body, answer, message, fields::text)`
  await tx`
    update request_log set query = '', body = null, answer = null, message = null, fields = null
    where client_id = ${clientId}::bigint and at >= ${acceptedAt}::timestamptz - interval '1 minute' and (
      request_id = ${requestId}
      or exists (select from unnest(${textArray(forms)}::text[]) as given (form) where strpos(${said}, form) > 0)
    )`
}

/** A text as requests write it: as it is, in JSON, in XML and in a query or form. */
function writtenForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const escaped = encodeURIComponent(text)
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  const forms = [text, json, ascii, xml, xml.replaceAll('>', '&gt;'), escaped, escaped.replaceAll('%20', '+'), form]
  return [...new Set([...forms, ...forms.map((each) => each.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()))])]
}
