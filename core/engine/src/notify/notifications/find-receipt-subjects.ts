import { formatMessageId } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import { numberArray } from '../../database/arrays.ts'
import type { Queryable, Transaction } from '../../database/database.ts'
import { messageBody } from '../../database/message-body.ts'

/** A message whose client wants to be notified of it, with the data for that. */
export interface ReceiptSubject {
  readonly sms_id: number
  readonly client_id: number
  readonly user_id: number
  readonly channel_id: number
  readonly sender: string
  readonly recipient: string
  readonly reference: string | null
  /** JSON, null when none were given. */
  readonly metadata: string | null
  readonly message_id: string | null
  readonly request_id: string | null
  readonly accepted_at: Date
  /** See `notifyOf`. */
  readonly notify_format: number
  /** Where its webhook goes, null when it has none. */
  readonly url: string | null
  /** The deployment's salt, for generated message ids. */
  readonly id_salt: Buffer
  /** Which final states go over the client's own connection, null when none; see the table. */
  readonly push_on: number | null
  readonly push_context: string | null
  readonly push_sms_id: number | null
  /** The instance that writes its receipts, and the context that it gets back; null for the usual formats. */
  readonly notify_instance: string | null
  readonly notify_context: string | null
  readonly parts: number
  /** Null without `push_on`. */
  readonly body: string | null
  /** The following are null without `push_on` and `notify_instance`. */
  readonly network_status: string | null
  readonly error_id: number | null
}

/**
 * The columns of a `ReceiptSubject` from `message` and `channel`; the statement adds those about the message's end.
 */
export function subjectColumns(sql: Queryable) {
  return sql`
    message.sms_id, message.client_id, message.user_id, message.channel_id, message.sender, message.recipient,
    message.reference, message.metadata, message.message_id, message.request_id, message.accepted_at, message.notify_format,
    case when message.receipt_webhook then coalesce(message.notify_url, channel.dlr_url) end as url,
    (select id_salt from deployment) as id_salt, message.push_on, message.push_context, message.push_sms_id,
    message.notify_instance, message.notify_context, message.parts,
    case when message.push_on is not null then ${messageBody(sql)} end as body`
}

/** Whether the client wants to be notified of `message`, which was sent from `channel`. */
export function needsNotification(sql: Queryable) {
  return sql`(
    message.receipt_webhook and (message.notify_url is not null or channel.dlr_url is not null)
    or message.push_on is not null
  )`
}

/** Selects the messages whose clients want to be notified: by a webhook, over a connection of their own, or both. */
export function findReceiptSubjects(
  tx: Transaction,
  smsIds: readonly number[],
): PromiseLike<readonly ReceiptSubject[]> {
  return tx<ReceiptSubject[]>`
    select ${subjectColumns(tx)}, stored.network_status, stored.error_id
    from message
    join channel on channel.channel_id = message.channel_id
    left join lateral (
      select message_state.network_status, message_state.error_id from message_state
      where (message.push_on is not null or message.notify_instance is not null)
        and message_state.sms_id = message.sms_id limit 1
    ) as stored on true
    where ${among(tx, 'message.sms_id', smsIds)} and ${needsNotification(tx)}`
}

/** The id the client gave, or the one that was generated. */
export function messageIdOf({
  message_id: messageId,
  id_salt: salt,
  sms_id: smsId,
  accepted_at: acceptedAt,
}: ReceiptSubject): string {
  return messageId ?? formatMessageId(salt, smsId, acceptedAt.getTime())
}

/** A segment of a joined message that was submitted with a request for receipts. */
export interface AliasRow {
  readonly sms_id: number
  readonly joined_id: number
  readonly push_on: number
  readonly push_context: string
}

/** Selects the segments of joined messages for which receipts were requested. */
export function findAliases(tx: Transaction, joinedIds: readonly number[]): PromiseLike<readonly AliasRow[]> {
  return tx<AliasRow[]>`
    select sms_id, joined_id, push_on, push_context from message_alias
    where joined_id = any(${numberArray(joinedIds)}::bigint[]) and push_on is not null
    order by sms_id`
}
