import type { MessageRecord } from '@heliograph/contracts'
import { formatMessageId, priorityName } from '@heliograph/messaging'
import { encodingOf } from '../database/codes.ts'
import type { Sql } from '../database/database.ts'
import type { RunStatement } from './cancellable-statements.ts'

/** The message that a segment was joined to, undefined when it is none of a joined message. */
export async function findJoined(sql: Sql, run: RunStatement, smsId: number): Promise<number | undefined> {
  const [row] = await run(sql<{ joined_id: number }[]>`
    select joined_id from message_alias where sms_id = ${smsId}::bigint`)
  return row?.joined_id
}

interface SegmentRow {
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

/** A segment that still waits for the others, as the message it may have to become. */
export async function findWaitingSegment(
  sql: Sql,
  run: RunStatement,
  clientId: number,
  smsId: number,
  tools: { readonly idSalt: Uint8Array; readonly now: Date },
): Promise<MessageRecord | undefined> {
  const [row] = await run(sql<SegmentRow[]>`
    select segment.sender, segment.recipient, segment.body, segment.encoding, segment.priority, segment.accepted_at,
      segment.send_at, segment.price, client.currency
    from segment join client using (client_id)
    where segment.sms_id = ${smsId}::bigint and segment.client_id = ${clientId}::bigint`)
  if (row === undefined) return undefined
  return {
    smsId,
    messageId: formatMessageId(tools.idSalt, smsId, row.accepted_at.getTime()),
    bulkId: null,
    reference: null,
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
  }
}
