import { numberArray, textArray } from '../database/arrays.ts'
import type { Transaction } from '../database/database.ts'

/** An incoming SMS as part of a conversation. */
export interface ConversationMessage {
  readonly incomingId: number
  readonly clientId: number
  readonly channelId: number
  /** As in `incoming_message`. */
  readonly from: string
  /** The number that an answer goes to; undefined for an alphanumeric sender. */
  readonly contact: string | undefined
}

/** Adds incoming SMS to their conversations, each once, and opens those that were done or snoozed. */
export async function noteConversations(tx: Transaction, messages: readonly ConversationMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx`
    insert into conversation as kept (channel_id, contact, client_id, mobile, newest_id, unread, changed)
    select channel_id, contact, min(client_id), min(mobile), max(incoming_id), count(*), nextval('conversation_change')
    from unnest(
      ${numberArray(messages.map(({ channelId }) => channelId))}::bigint[],
      ${textArray(messages.map(({ from }) => from))}::text[],
      ${numberArray(messages.map(({ clientId }) => clientId))}::bigint[],
      ${textArray(messages.map(({ contact }) => contact ?? null))}::text[],
      ${numberArray(messages.map(({ incomingId }) => incomingId))}::bigint[]
    ) as given (channel_id, contact, client_id, mobile, incoming_id)
    group by channel_id, contact order by channel_id, contact
    on conflict (channel_id, contact) do update set
      client_id = excluded.client_id, mobile = excluded.mobile,
      newest_id = greatest(kept.newest_id, excluded.newest_id), unread = kept.unread + excluded.unread,
      changed = excluded.changed, done_at = null, snoozed_until = null, handled_by = null`
}
