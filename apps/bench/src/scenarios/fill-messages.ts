import { formatMessageId } from '@heliograph/messaging'
import type { Sql } from '../gateway/database.ts'

const IDS_PER_BLOCK = 1000
const CHUNK = 250_000

/** Messages put straight into the database. */
export interface FilledMessages {
  /** Ids of a sample of them, those that clients supplied and those that the gateway generated. */
  readonly supplied: readonly string[]
  readonly generated: readonly string[]
}

/**
 * Fills in delivered messages, as many as asked for, as the gateway would have left them: half with message ids of the client's. Spread over the last 30 days,
 * oldest first.
 */
export async function fillMessages(
  sql: Sql,
  clientId: string,
  count: number,
  sample: number,
  say: (text: string) => void,
): Promise<FilledMessages> {
  const firstId = await reserveIds(sql, count)
  for (let done = 0; done < count; done += CHUNK) {
    await fillChunk(sql, clientId, firstId + done, Math.min(CHUNK, count - done), count)
    say(`filled in ${Math.min(count, done + CHUNK)} of ${count} messages`)
  }
  await sql`analyze`
  return sampleIds(sql, firstId, count, sample)
}

/** Takes whole blocks of ids off the sequence, so that the gateway goes on behind them. */
export async function reserveIds(sql: Sql, count: number): Promise<number> {
  const [row] = await sql<{ block: string }[]>`select nextval('heliograph.id_block') as block`
  const block = Number(row?.block)
  await sql`select setval('heliograph.id_block', ${block + Math.ceil(count / IDS_PER_BLOCK)})`
  return block * IDS_PER_BLOCK
}

async function fillChunk(sql: Sql, clientId: string, from: number, count: number, total: number): Promise<void> {
  const seconds = (30 * 86_400) / total
  await sql.unsafe(`
    with account as (
      select client_id, user_id, channel.channel_id, address
      from heliograph.app_user join heliograph.channel using (client_id)
      where client_id = ${Number(clientId)} order by user_id limit 1
    ), filled as (
      insert into heliograph.message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook, notify_format, origin, route,
        message_id, price, currency, accepted_at, validity_seconds)
      select sms_id, client_id, user_id, account.channel_id, address, '2782' || lpad((sms_id % 10000000)::text, 7, '0'),
        'Message ' || sms_id || ', about as long as most of them are', 0, 1, 10, false, true, 0, 'v2', 'default',
        case when sms_id % 2 = 0 then 'order-' || md5(sms_id::text) end, 0.05, 'ZAR',
        date_trunc('milliseconds', now() - interval '30 days' + sms_id % ${total} * interval '${seconds} seconds'), 172800
      from account, generate_series(${from}, ${from + count - 1}) as sms_id
      returning sms_id, client_id, message_id, accepted_at
    ), keys as (
      insert into heliograph.message_key (client_id, message_id, sms_id)
      select client_id, message_id, sms_id from filled where message_id is not null
    ), states as (
      insert into heliograph.message_state (sms_id, state, attempt, submitted_at, done_at, network_status)
      select sms_id, 'delivered', 1, accepted_at + interval '1 second', accepted_at + interval '3 seconds', 'DELIVRD' from filled
    )
    insert into heliograph.submission (sms_id, attempt, series, part, carrier, link, network_id, network_key, state, network_status, submitted_at, done_at)
    select sms_id, 1, 1, 1, 'simulator', 'main', 'bench' || sms_id, 'bench' || sms_id, 'delivered', 'DELIVRD', accepted_at + interval '1 second',
      accepted_at + interval '3 seconds'
    from filled`)
}

async function sampleIds(sql: Sql, firstId: number, count: number, sample: number): Promise<FilledMessages> {
  const [deployment] = await sql<{ id_salt: Buffer }[]>`select id_salt from heliograph.deployment`
  if (deployment === undefined) throw new Error('The database has no deployment row')
  const rows = await sql<{ sms_id: string; message_id: string | null; accepted_at: Date }[]>`
    select sms_id, message_id, accepted_at from heliograph.message
    where sms_id in (
      select (${firstId}::bigint + floor(random() * ${count}))::bigint from generate_series(1, ${3 * sample}::int))
    order by random()`
  const supplied = rows.flatMap(({ message_id }) => message_id ?? [])
  const generated = rows.flatMap(({ sms_id, message_id, accepted_at }) =>
    message_id === null ? [formatMessageId(deployment.id_salt, Number(sms_id), accepted_at.getTime())] : [],
  )
  return { supplied: supplied.slice(0, sample), generated: generated.slice(0, sample) }
}
