import type { Sql } from '../gateway/database.ts'
import { reserveIds } from './fill-messages.ts'

const CHUNK = 250_000

/** One in this many SMS goes to the second channel. */
const CHANNEL_SHARE = 100
/** One in this many SMS is unread, the newest ones. */
const UNREAD_SHARE = 10

export interface FilledIncoming {
  /** Unread SMS of the client, and those of them to the second channel. */
  readonly unread: number
  readonly unreadInChannel: number
}

/**
 * Inserts the requested number of incoming SMS as the gateway would have left them: nearly all to the client's default
 * channel, few to `channelId`; all read except the newest. They are spread over the last 30 days, oldest first.
 */
export async function fillIncoming(
  sql: Sql,
  channelId: string,
  count: number,
  say: (text: string) => void,
): Promise<FilledIncoming> {
  const firstId = await reserveIds(sql, count)
  for (let done = 0; done < count; done += CHUNK) {
    await fillChunk(sql, { channelId, firstId, from: done, to: Math.min(count, done + CHUNK), count })
    say(`filled in ${Math.min(count, done + CHUNK)} of ${count} incoming messages`)
  }
  // Bring the database into its usual state: with statistics, and without autovacuum work that would disturb the
  // measurement.
  await sql`vacuum analyze`
  await sql`checkpoint`
  const unread = Math.floor(count / UNREAD_SHARE)
  return { unread, unreadInChannel: Math.floor(unread / CHANNEL_SHARE) }
}

interface Chunk {
  readonly channelId: string
  readonly firstId: number
  /** Range of the messages, counted from 0; `to` is exclusive. */
  readonly from: number
  readonly to: number
  readonly count: number
}

async function fillChunk(sql: Sql, { channelId, firstId, from, to, count }: Chunk): Promise<void> {
  const seconds = (30 * 86_400) / count
  const firstUnread = count - Math.floor(count / UNREAD_SHARE)
  await sql.unsafe(`
    insert into heliograph.incoming_message (
      incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, status, received_at)
    select ${firstId} + n, 'simulator', 'main', channel.channel_id, channel.client_id, '2783' || lpad((n % 10000000)::text, 7, '0'),
      channel.address, 'Incoming message ' || n || ', about as long as most of them are', 0, (n >= ${firstUnread})::integer,
      date_trunc('milliseconds', now() - interval '30 days' + n * interval '${seconds} seconds')
    from heliograph.channel as own
    join heliograph.channel on channel.client_id = own.client_id
    join generate_series(${from}, ${to - 1}) as n on (n % ${CHANNEL_SHARE} = 0) = (channel.channel_id = own.channel_id)
    where own.channel_id = ${Number(channelId)} and (channel.channel_id = own.channel_id or channel.is_default)
    order by n`)
}
