import type { MessageSelection } from '@heliograph/contracts'
import type { Transaction } from '../../database/database.ts'
import { knownBatch, type WaitingMessage } from './waiting-batches.ts'

/** The most messages considered for one selection: the newest. */
const LIMIT = 1_000

/** A message a client wants to change. */
export interface SelectedMessage extends WaitingMessage {
  readonly route: string
  readonly priority: number
  readonly recipient: string
  readonly sender: string
  readonly bulkId: string | null
  /** Nothing has happened to it yet. */
  readonly isWaiting: boolean
}

/**
 * Selects messages of a client by id (the message's own or that of a segment it was joined from), by recipient (E.164
 * digits), or by both; those that wait come first.
 */
export function selectMessages(
  tx: Transaction,
  clientId: number,
  { smsId, to }: MessageSelection,
): PromiseLike<readonly SelectedMessage[]> {
  const byId = tx`
    and message.sms_id = coalesce(
      (select joined_id from message_alias where message_alias.sms_id = ${smsId ?? null}::bigint), ${smsId ?? null}::bigint
    )`
  return tx<SelectedMessage[]>`
    select message.sms_id as "smsId", ${knownBatch(tx)} as "batchId", message.route, message.priority,
      message.recipient, message.sender, message.bulk_id as "bulkId",
      coalesce(stored.state in ('scheduled', 'queued'), true) as "isWaiting"
    from message
    left join lateral (
      select state, batch_id from message_state where message_state.sms_id = message.sms_id limit 1
    ) as stored on true
    where message.client_id = ${clientId}::bigint
      ${smsId === undefined ? tx`` : byId} ${to === undefined ? tx`` : tx`and message.recipient = ${to}`}
    order by "isWaiting" desc, message.sms_id desc limit ${LIMIT}::integer`
}
