import type { MessageState } from '@heliograph/contracts'
import { refund } from '../accounts/refund.ts'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Transaction } from '../database/database.ts'
import { enqueueReceiptWebhooks } from '../notifications/notify-receipts.ts'
import type { PushTools } from '../sessions/push-tools.ts'

/** Why a message ends without the network's word. */
export type FinishedState = Extract<MessageState, 'expired' | 'unconfirmed' | 'no-route' | 'cancelled' | 'opted-out'>

/** `outbox`: as for everything that tells clients of messages. */
export type FinishTools = PushTools

/** States from which a message can be finished by the gateway itself: nothing of these has been taken by a network. */
const NEVER_SENT = ['scheduled', 'queued', 'retrying'] as const
const OUT_THERE = ['submitting', 'submitted', 'unknown'] as const

/**
 * Ends messages by the gateway's own decision and tells their clients: one final event each.
 *
 * `unconfirmed` ends those that a network took; all other states end those it never got, which are credited back unless an earlier attempt left parts at
 * a network. Messages that are in another state by now are left alone; `alsoFrom` is for the process that holds a message and knows that the mark of
 * its handover came to nothing. Resolves with those that were ended.
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
  if (state !== 'unconfirmed') await refundUnsent(tx, ended)
  const events = ended.map((smsId) => ({ smsId, state, networkId: null, at: now }))
  await enqueueReceiptWebhooks(tx, tools, events)
  return ended
}

/** What an earlier attempt left at a network, even one of its parts, is paid for. */
async function refundUnsent(tx: Transaction, smsIds: readonly number[]): Promise<void> {
  const sent = await tx<{ sms_id: number }[]>`
    select distinct sms_id from submission
    where sms_id = any(${numberArray(smsIds)}::bigint[])
      and sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint
      and state not in ('refused-by-network', 'retrying')`
  const paid = new Set(sent.map((row) => row.sms_id))
  const unsent = smsIds.filter((smsId) => !paid.has(smsId))
  if (unsent.length > 0) await refund(tx, unsent)
}
