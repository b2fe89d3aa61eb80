import type { MessageState } from '@heliograph/contracts'
import { refund } from '../../accounts/refund.ts'
import { among } from '../../database/among.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Transaction } from '../../database/database.ts'
import { NO_LINK } from '../../notify/final-counts.ts'
import { enqueueReceiptWebhooks } from '../../notify/notifications/notify-receipts.ts'
import type { PushTools } from '../../notify/sessions/push-tools.ts'

/** The final states that the gateway itself gives a message, without word from the network. */
export type FinishedState = Extract<MessageState, 'expired' | 'unconfirmed' | 'no-route' | 'cancelled' | 'opted-out'>

/** The tools that end messages: those of every notification to a client. */
export type FinishTools = PushTools

/** States from which the gateway can end a message on its own: no network has taken it. */
const NEVER_SENT = ['scheduled', 'queued', 'retrying'] as const
const OUT_THERE = ['submitted', 'unknown'] as const

/**
 * Ends messages on the gateway's own decision and notifies their clients with one final event each.
 *
 * `unconfirmed` ends messages that a network took; all other states end messages that no network took, which are
 * credited back unless an earlier attempt left parts with a network. Messages that are in another state by now are left
 * alone; `alsoFrom` names further states to end messages from. Resolves with the ids of the ended messages.
 */
export async function finishMessages(
  tx: Transaction,
  tools: FinishTools,
  smsIds: readonly number[],
  state: FinishedState,
  errorId: number | null,
  alsoFrom: readonly MessageState[] = [],
): Promise<readonly number[]> {
  if (smsIds.length === 0) return []
  const from = [...(state === 'unconfirmed' ? OUT_THERE : NEVER_SENT), ...alsoFrom]
  const now = new Date(tools.clock.now())
  const rows = await tx<{ sms_id: number }[]>`
    insert into message_state (sms_id, state, attempt, done_at, error_id)
    select sms_id, ${state}::message_status, 0, ${now}::timestamptz, ${errorId}::integer
    from unnest(${numberArray(smsIds)}::bigint[]) as given (sms_id) order by sms_id
    on conflict (sms_id) do update set state = excluded.state, done_at = excluded.done_at, error_id = excluded.error_id
    where message_state.state::text = any(${textArray(from)}::text[])
    returning sms_id`
  const ended = rows.map((row) => row.sms_id)
  if (ended.length === 0) return ended
  tools.finals?.addAfter(
    tx,
    ended.map(() => ({ link: NO_LINK, state })),
  )
  tools.changeNotes?.noteMessagesAfter(tx, ended)
  if (state !== 'unconfirmed') await refundUnsent(tx, ended)
  const events = ended.map((smsId) => ({ smsId, state, networkId: null, at: now }))
  await enqueueReceiptWebhooks(tx, tools, events)
  return ended
}

/** Not refunded: messages of which an earlier attempt left something with a network, even a single part. */
async function refundUnsent(tx: Transaction, smsIds: readonly number[]): Promise<void> {
  const sent = await tx<{ sms_id: number }[]>`
    select distinct sms_id from submission
    where ${among(tx, 'sms_id', smsIds)} and state not in ('refused-by-network', 'retrying')`
  const paid = new Set(sent.map((row) => row.sms_id))
  const unsent = smsIds.filter((smsId) => !paid.has(smsId))
  if (unsent.length > 0) await refund(tx, unsent)
}
