import type { MessageState } from '@heliograph/contracts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { messageBody } from '../../database/message-body.ts'

/** A message that has the id a client tried to use again. */
export interface ExistingMessage {
  readonly client_id: number
  readonly message_id: string
  readonly sms_id: number
  readonly recipient: string
  readonly body: string
  readonly sender: string
  readonly parts: number
  readonly accepted_at: Date
  readonly state: MessageState
}

/**
 * Finds messages by pairs of client and supplied id, and locks them: an answer with one acknowledges it, and the commit
 * of a lock waits for the standby as that of the message should have, which may have been given up since.
 */
export function findExisting(
  sql: Sql,
  clientIds: readonly number[],
  messageIds: readonly string[],
): PromiseLike<ExistingMessage[]> {
  return sql<ExistingMessage[]>`
    select message_key.client_id, message_key.message_id, message.sms_id, message.recipient, ${messageBody(sql)} as body,
      message.sender, message.parts, message.accepted_at,
      coalesce(
        message_state.state, case when message.send_at > now() then 'scheduled' else 'queued' end::message_status
      )::text as state
    from unnest(${numberArray(clientIds)}::bigint[], ${textArray(messageIds)}::text[]) as wanted (client_id, message_id)
    join message_key using (client_id, message_id)
    join message on message.sms_id = message_key.sms_id
    left join message_state on message_state.sms_id = message_key.sms_id
    for key share of message`
}
