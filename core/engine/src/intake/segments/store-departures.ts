import { STATUS_FORMS } from '@heliograph/messaging'
import { timeArray } from '../../database/arrays.ts'
import type { Transaction } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'
import { NO_LINK } from '../../notify/final-counts.ts'
import { enqueueReceiptWebhooks } from '../../notify/notifications/notify-receipts.ts'
import type { PushTools } from '../../notify/sessions/push-tools.ts'
import type { Fairness } from '../../outbound/batches/batch.ts'
import type { ClaimBatch } from '../accept/group-rows.ts'
import { type StoreResult, storeMessages } from '../accept/store-messages.ts'
import type { Departure } from './departures.ts'
import { insertAliases, takeSegments } from './segment-statements.ts'

export interface StoreDeparturesOptions extends PushTools {
  readonly defaultValiditySeconds: number
  readonly claim: ClaimBatch
  readonly fairness: Fairness
}

/**
 * Turns segments into messages, in the transaction that holds them. A message that is refused now, after its segments
 * were accepted, is stored in a final state of its own, and its client is notified as for any other.
 */
export async function storeDepartures(
  tx: Transaction,
  departures: readonly Departure[],
  options: StoreDeparturesOptions,
): Promise<readonly StoreResult[]> {
  if (departures.length === 0) return []
  await takeSegments(
    tx,
    departures.flatMap(({ segments }) => segments.map((segment) => segment.smsId)),
  )
  const aliases = departures.flatMap((departure) => departure.aliases)
  if (aliases.length > 0) await insertAliases(tx, aliases)
  options.changeNotes?.noteMessagesAfter(
    tx,
    departures.map(({ row }) => row.smsId),
  )
  const results: StoreResult[] = []
  let left = departures
  while (left.length > 0) {
    const rows = left.map((departure) => departure.row)
    const stored = await storeMessages(tx, rows, { ...options, payment: 'in-order' })
    results.push(stored)
    const optedOut = new Set(stored.optedOut)
    const unpaid = new Set(stored.unpaid)
    // Messages that were refused because others went first may still be affordable with what those left.
    const again = new Set(stored.affordable)
    for (const departure of left) {
      const { smsId } = departure.row
      if (optedOut.has(smsId)) await storeEnded(tx, departure, 'opted-out', options)
      else if (unpaid.has(smsId) && !again.has(smsId)) await storeEnded(tx, departure, 'no-credit', options)
    }
    left = left.filter((departure) => again.has(departure.row.smsId))
  }
  return results
}

/**
 * How segments end without going out. Lack of credit ends as `no-route`, the state for any refusal after acceptance;
 * the error id gives the reason.
 */
const ENDINGS = {
  cancelled: { state: 'cancelled', errorId: STATUS_FORMS.cancelled.errorId },
  'no-credit': { state: 'no-route', errorId: STATUS_FORMS['no-credit'].errorId },
  'opted-out': { state: 'opted-out', errorId: STATUS_FORMS['opted-out'].errorId },
} as const

type EndingReason = keyof typeof ENDINGS

/** Ends the message that its segments would have become, once they have been taken. */
export async function endDeparture(
  tx: Transaction,
  departure: Departure,
  reason: EndingReason,
  tools: PushTools,
): Promise<void> {
  if (departure.aliases.length > 0) await insertAliases(tx, departure.aliases)
  await storeEnded(tx, departure, reason, tools)
}

async function storeEnded(tx: Transaction, { row }: Departure, reason: EndingReason, tools: PushTools): Promise<void> {
  const { smsId, recipient, template } = row
  const { state, errorId } = ENDINGS[reason]
  const at = new Date(tools.clock.now())
  await tx`
    with stored as (
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, bulk_id, price, currency, accepted_at, send_at, validity_seconds,
        user_data_header, push_on, push_context
      )
      select ${smsId}::bigint, client.client_id, ${template.userId}::bigint, ${template.channelId}::bigint,
        ${template.sender}, ${recipient}, ${storableText(template.body)},
        ${template.encoding}::smallint, ${template.parts}::smallint, ${template.priority}::smallint, ${template.flash},
        ${template.receiptWebhook}, ${template.notifyFormat}::smallint, ${template.origin}, ${template.route},
        ${template.bulkId}, 0, client.currency, accepted_at, send_at, ${template.validitySeconds}::integer,
        ${template.userDataHeader}, ${template.pushOn}::smallint, ${template.pushContext}
      from client
      cross join unnest(
        ${timeArray([template.acceptedAt])}::timestamptz[], ${timeArray([template.sendAt])}::timestamptz[]
      ) as times (accepted_at, send_at)
      where client.client_id = ${template.clientId}::bigint
    )
    insert into message_state (sms_id, state, attempt, done_at, error_id)
    values (${smsId}::bigint, ${state}::message_status, 0, ${at}::timestamptz, ${errorId}::integer)`
  tools.finals?.addAfter(tx, [{ link: NO_LINK, state }])
  tools.changeNotes?.noteMessagesAfter(tx, [smsId])
  const event = { smsId, state, networkId: null, at, errorId }
  await enqueueReceiptWebhooks(tx, tools, [event])
}
