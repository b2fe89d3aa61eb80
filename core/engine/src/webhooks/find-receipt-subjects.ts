import { numberArray } from '../arrays.ts'
import type { Transaction } from '../database.ts'

/** A message whose client wants delivery receipts, with what they tell of it. */
export interface ReceiptSubject {
  readonly sms_id: number
  readonly client_id: number
  readonly channel_id: number
  readonly sender: string
  readonly recipient: string
  readonly reference: string | null
  readonly message_id: string | null
  readonly origin: string
  readonly accepted_at: Date
  /** 0 = JSON, 1 = form. */
  readonly notify_format: number
  readonly url: string
  /** Of the deployment, for generated message ids. */
  readonly id_salt: Buffer
}

/** Those of the messages that have somewhere to send receipts to. */
export function findReceiptSubjects(
  tx: Transaction,
  smsIds: readonly number[],
): PromiseLike<readonly ReceiptSubject[]> {
  return tx<ReceiptSubject[]>`
    select message.sms_id, message.client_id, message.channel_id, message.sender, message.recipient,
      message.reference, message.message_id, message.origin, message.accepted_at, message.notify_format,
      coalesce(message.notify_url, channel.dlr_url) as url, deployment.id_salt
    from message
    join channel on channel.channel_id = message.channel_id
    cross join deployment
    where message.sms_id = any(${numberArray(smsIds)}::bigint[])
      and message.sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint
      and message.receipt_webhook
      and (message.notify_url is not null or channel.dlr_url is not null)`
}
