import { randomUUID } from 'node:crypto'
import { GatewayError, type Replacement } from '@heliograph/contracts'
import { type MeasuredMessage, measureMessage } from '@heliograph/messaging'
import { ENCODING_CODES } from '../../database/codes.ts'
import type { Transaction } from '../../database/database.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { storableText } from '../../database/storable-text.ts'
import { renewWordBlocks } from '../../database/word-blocks.ts'
import { slowRoute } from '../holds/parked-batches.ts'
import type { RoutedMessage } from '../routing/router.ts'
import { checkValidityAgain, rescheduleMessages } from './scheduled-batches.ts'
import type { SelectedMessage } from './select-waiting.ts'
import type { TakenMessage } from './waiting-batches.ts'

export interface ReplaceTools {
  readonly now: number
  readonly ids: RecordIds
  routeFor(to: string, message: RoutedMessage): string
  /** The text as the message's recipient gets it. */
  textFor(message: SelectedMessage, text: string): Promise<string>
}

/**
 * Changes a message that was taken out of its batch, and puts it into one that is split from that. Throws the violation
 * of `client_credit_not_negative` when the text costs too much.
 */
export async function replaceMessage(
  tx: Transaction,
  clientId: number,
  message: SelectedMessage,
  taken: TakenMessage,
  replacement: Replacement,
  tools: ReplaceTools,
): Promise<void> {
  const { smsId } = message
  const { text, sendAt, validitySeconds } = replacement
  let { route } = message
  if (text !== undefined) {
    const measure = measured(await tools.textFor(message, text))
    const routed = { clientId, sender: message.sender, priority: message.priority, parts: measure.parts }
    route = tools.routeFor(message.recipient, routed)
    await replaceText(tx, smsId, measure, route)
  }
  if (validitySeconds !== undefined) {
    await tx`update message set validity_seconds = ${validitySeconds}::integer where sms_id = ${smsId}::bigint`
  }
  const dueAt = sendAt === undefined ? taken.dueAt : new Date(Math.max(sendAt.getTime(), tools.now))
  if (sendAt !== undefined || taken.isMoving) await rescheduleMessages(tx, [smsId], dueAt)
  else if (validitySeconds !== undefined) await checkValidityAgain(tx, [smsId])
  const bulkId = dueAt.getTime() <= tools.now ? null : await bulkOf(tx, message)
  const [batchId] = await tools.ids.take(1)
  await tx`
    insert into batch (batch_id, route, priority, line, due_at, sms_ids, client_id, bulk_id, speed_id, split_from)
    values (
      ${batchId as number}::bigint, ${slowRoute(taken.speedId, route)}, ${message.priority}::smallint, ${taken.line}::bigint, ${dueAt}::timestamptz,
      array[${smsId}::bigint],
      ${bulkId && clientId}::bigint, ${bulkId}, ${taken.speedId}::bigint, ${taken.batchId}::bigint
    )`
}

function measured(text: string): MeasuredMessage {
  const measure = measureMessage({ text })
  if (measure.excess === undefined) return measure
  throw new GatewayError('invalid', 'message-too-long', measure.excess)
}

/** A user data header, octets or rich content of the old text go with it. */
async function replaceText(tx: Transaction, smsId: number, measure: MeasuredMessage, route: string): Promise<void> {
  await tx`
    with priced as materialized (
      select message.sms_id, message.client_id, message.price as old_price,
        ${measure.parts}::smallint * client.price_per_part as price
      from message join client using (client_id) where message.sms_id = ${smsId}::bigint
    ),
    debit as (
      update client_credit set credit = client_credit.credit - (priced.price - priced.old_price)
      from priced where client_credit.client_id = priced.client_id and client_credit.credit is not null
      returning client_credit.client_id
    ),
    entry as (
      insert into credit_entry (client_id, amount, reason, sms_id)
      select client_id, priced.old_price - priced.price, 'replace', priced.sms_id
      from priced join debit using (client_id)
      where priced.price <> priced.old_price
    ),
    content as (
      delete from message_content where sms_id = ${smsId}::bigint
    )
    update message set
      body = ${storableText(measure.body)}, text_id = null, encoding = ${ENCODING_CODES[measure.encoding]}::smallint,
      parts = ${measure.parts}::smallint,
      price = priced.price, route = ${route}, user_data_header = null
    from priced where message.sms_id = priced.sms_id and message.sms_id = ${smsId}::bigint`
  await renewWordBlocks(tx, [smsId])
}

/** A schedule is always part of a bulk, so that it can be found and managed. */
async function bulkOf(tx: Transaction, { smsId, bulkId }: SelectedMessage): Promise<string> {
  if (bulkId !== null) return bulkId
  const bulk = randomUUID()
  await tx`update message set bulk_id = ${bulk} where sms_id = ${smsId}::bigint`
  return bulk
}
