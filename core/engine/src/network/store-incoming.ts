import type { NetworkIncoming } from '@heliograph/contracts'
import type { Sql } from '../database.ts'
import type { RecordIds } from '../record-ids.ts'
import { storableText } from '../storable-text.ts'

/**
 * Stores an incoming SMS and finds the channel it was sent to. What follows from it (keywords, replies, forwarding, the webhook) starts from the
 * stored row.
 */
export async function storeIncoming(
  sql: Sql,
  ids: RecordIds,
  message: NetworkIncoming,
): Promise<{ incomingId: number; channelId: number | null }> {
  const [incomingId] = await ids.take(1)
  const [row] = await sql<{ channel_id: number | null }[]>`
    insert into incoming_message (incoming_id, carrier, link, encoding, channel_id, client_id, sender, recipient, body, received_at)
    select ${incomingId as number}::bigint, ${message.carrier}, ${`${message.carrier}/${message.link}`}, ${['gsm', 'ucs2', 'binary'].indexOf(message.encoding)}::smallint, channel.channel_id, channel.client_id, ${storableText(message.from)}, ${storableText(message.to)},
      ${storableText(message.text)}, ${message.receivedAt}
    from (select 1) as always
    left join channel on channel.kind = 'number' and channel.address = ${storableText(message.to)} and channel.enabled
    returning channel_id`
  return { incomingId: incomingId as number, channelId: row?.channel_id ?? null }
}
