import type { MessageRecord } from '@heliograph/contracts'
import { formatMessageId, priorityName } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { RunStatement } from '../../database/cancellable-statements.ts'
import { encodingOf } from '../../database/codes.ts'
import type { Sql } from '../../database/database.ts'

/** Finds the messages that segments were joined to, by the ids of the segments. */
export async function findJoined(
  sql: Sql,
  run: RunStatement,
  smsIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await run(sql<{ sms_id: number; joined_id: number }[]>`
    select sms_id, joined_id from message_alias
    where sms_id = any(${numberArray(smsIds)}::bigint[])
      and sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint`)
  return new Map(rows.map((row) => [row.sms_id, row.joined_id]))
}

interface SegmentRow {
  readonly sms_id: number
  readonly client_id: number
  readonly origin: string
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly encoding: number
  readonly priority: number
  readonly accepted_at: Date
  readonly send_at: Date | null
  readonly price: string
  readonly currency: string
}

/**
 * Finds segments of a client (null: of any client) that still wait for the others, each as the message that it may have
 * to become.
 */
export async function findWaitingSegments(
  sql: Sql,
  run: RunStatement,
  clientId: number | null,
  smsIds: readonly number[],
  tools: { readonly idSalt: Uint8Array; readonly now: Date; readonly channelId: number | undefined },
): Promise<readonly MessageRecord[]> {
  const rows = await run(sql<SegmentRow[]>`
    select segment.sms_id, segment.client_id, segment.origin, segment.sender, segment.recipient, segment.body, segment.encoding, segment.priority,
      segment.accepted_at, segment.send_at, segment.price, client.currency
    from segment join client using (client_id)
    where segment.sms_id = any(${numberArray(smsIds)}::bigint[]) 
      and segment.client_id = coalesce(${clientId}::bigint, segment.client_id)
      and segment.channel_id = coalesce(${tools.channelId ?? null}::bigint, segment.channel_id)`)
  return rows.map((row) => ({
    smsId: row.sms_id,
    clientId: row.client_id,
    messageId: formatMessageId(tools.idSalt, row.sms_id, row.accepted_at.getTime()),
    bulkId: null,
    reference: null,
    origin: row.origin,
    from: row.sender,
    to: row.recipient,
    text: Buffer.from(row.body, 'base64').toString('utf16le'),
    encoding: encodingOf(row.encoding),
    parts: 1,
    price: { amount: row.price, currency: row.currency },
    priority: priorityName(row.priority),
    state: row.send_at !== null && row.send_at > tools.now ? 'scheduled' : 'queued',
    acceptedAt: row.accepted_at,
    scheduledAt: row.send_at,
    submittedAt: null,
    doneAt: null,
    networkStatus: null,
    networkId: null,
    errorId: null,
  }))
}
