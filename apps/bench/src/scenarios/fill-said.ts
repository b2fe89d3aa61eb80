import type { Sql } from '../gateway/database.ts'
import { reserveIds } from './fill-messages.ts'

const CHUNK = 250_000
const CONTACTS = 100_000
const IDS_PER_BLOCK = 1000
const PHRASES = 3000
const WORDS = 12_000
const WORDS_PER_PHRASE = 6

/** A word of few texts, and one of many. */
export const RARE_WORD = 'zanzibar'
const RARE_EVERY = 1_000_000
export const KNOWN_WORD = 'invoice'
const KNOWN_EVERY = 5000

/**
 * Inserts the requested number of delivered messages to contacts that have answered once, and what the gateway would
 * have noted of their words. Each text is two of 3,000 phrases, those of lower numbers more often; a phrase is six of
 * 12,000 words. Resolves with words that many texts have, from the most used on.
 */
export async function fillSaid(
  sql: Sql,
  clientId: string,
  count: number,
  say: (text: string) => void,
): Promise<readonly string[]> {
  await sql.unsafe(`
    create unlogged table bench_phrase as
    with word as (
      select n, translate(left(md5(n::text), 4 + n % 6), '0123456789', 'ghijklmnop') as word from generate_series(0, ${WORDS - 1}) as n
    )
    select phrase.n, string_agg(word.word, ' ') as phrase from generate_series(0, ${PHRASES - 1}) as phrase (n)
    cross join generate_series(1, ${WORDS_PER_PHRASE}) as place
    join word on word.n = floor(${WORDS} * power((hashint8(phrase.n * 16 + place) & 16777215) / 16777216.0, 2))
    group by phrase.n;
    analyze bench_phrase`)
  // Before the messages, so that what is noted of words reaches beyond them.
  const answers = await reserveIds(sql, CONTACTS + 1)
  const firstId = await reserveIds(sql, count)
  for (let done = 0; done < count; done += CHUNK) {
    await fillChunk(sql, Number(clientId), firstId + done, Math.min(CHUNK, count - done), count)
    say(`filled in ${Math.min(count, done + CHUNK)} of ${count} messages`)
  }
  await sql.unsafe(`
    insert into heliograph.incoming_message (
      incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, status, received_at)
    select ${answers} + row_number() over (), 'simulator', 'main', channel_id, client_id, recipient, sender, 'Thank you', 0, 0, now()
    from (select distinct channel_id, client_id, recipient, sender from heliograph.message) as answered;
    insert into heliograph.conversation (channel_id, contact, client_id, mobile, newest_id)
    select channel_id, sender, client_id, sender, incoming_id from heliograph.incoming_message;
    update heliograph.word_mark set read_to = ${firstId + Math.ceil(count / IDS_PER_BLOCK) * IDS_PER_BLOCK}`)
  await sql`vacuum analyze`
  await sql`checkpoint`
  const words = await sql<{ word: string }[]>`
    select word from bench_phrase cross join lateral regexp_split_to_table(phrase, ' ') as word
    group by word order by count(*) desc, word limit 5`
  return words.map(({ word }) => word)
}

/** Number of one of the two phrases of a message; low ones come more often. */
function phraseOf(which: number): string {
  return `floor(${PHRASES} * power((hashint8(sms_id * 2 + ${which}) & 16777215) / 16777216.0, 2))`
}

async function fillChunk(sql: Sql, clientId: number, from: number, count: number, total: number): Promise<void> {
  const seconds = (30 * 86_400) / total
  await sql.unsafe(`
    with account as (
      select client_id, user_id, channel.channel_id, address from heliograph.app_user join heliograph.channel using (client_id)
      where client_id = ${clientId} order by user_id limit 1
    ), picked as materialized (
      select sms_id, ${phraseOf(0)} as first, ${phraseOf(1)} as second,
        case when sms_id % ${RARE_EVERY} = 7 then ' ${RARE_WORD}' when sms_id % ${KNOWN_EVERY} = 11 then ' ${KNOWN_WORD}' else '' end as more
      from generate_series(${from}::bigint, ${from + count - 1}) as sms_id
    ), filled as (
      insert into heliograph.message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook, notify_format, origin, route,
        price, currency, accepted_at, validity_seconds)
      select sms_id, client_id, user_id, account.channel_id, address, '2782' || lpad((sms_id % ${CONTACTS})::text, 7, '0'),
        first.phrase || ' ' || second.phrase || more, 0, 1, 10, false, true, 0, 'v2', 'default', 0.05, 'ZAR',
        date_trunc('milliseconds', now() - interval '30 days' + sms_id % ${total} * interval '${seconds} seconds'), 172800
      from account, picked
      join bench_phrase as first on first.n = picked.first join bench_phrase as second on second.n = picked.second
      order by sms_id
    ), states as (
      insert into heliograph.message_state (sms_id, state, attempt, submitted_at, done_at, network_status)
      select sms_id, 'delivered', 1, now(), now(), 'DELIVRD' from picked
    )
    insert into heliograph.word_block (block_id, part, words)
    select block_id, 0, array_to_tsvector(array_agg('${clientId}/' || word)) from (
      select distinct sms_id - sms_id % ${IDS_PER_BLOCK} as block_id, said.phrase from picked
      cross join lateral (values (first), (second)) as of (n) join bench_phrase as said on said.n = of.n
      union
      select distinct sms_id - sms_id % ${IDS_PER_BLOCK}, trim(more) from picked where more <> ''
    ) as block cross join lateral regexp_split_to_table(phrase, ' ') as word
    group by block_id`)
}
