import type { SubmitEntry } from '@heliograph/contracts'
import { textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { messageBody } from '../../database/message-body.ts'

/** A message that has the id a client tried to use again, with its id and texts as they are stored. */
export interface ExistingMessage extends SubmitEntry {
  readonly body: string
}

/**
 * Finds messages of a client by the ids it supplied, and locks them: an answer with one acknowledges it, and the commit
 * of a lock waits for the standby as that of the message should have, which may have been given up since.
 */
export function findExisting(
  sql: Sql,
  clientId: number,
  messageIds: readonly string[],
): PromiseLike<readonly ExistingMessage[]> {
  return sql<ExistingMessage[]>`
    select message.recipient as to, message.sender as from, message_key.message_id as "messageId", message.sms_id as "smsId",
      message.parts,
      coalesce(
        message_state.state, case when message.send_at > now() then 'scheduled' else 'queued' end::message_status
      )::text as state,
      message.accepted_at as "acceptedAt", ${messageBody(sql)} as body
    from (select ${clientId}::bigint as client_id, unnest(${textArray(messageIds)}::text[]) as message_id) as wanted
    join message_key using (client_id, message_id)
    join message on message.sms_id = message_key.sms_id
    left join message_state on message_state.sms_id = message_key.sms_id
    for key share of message`
}
