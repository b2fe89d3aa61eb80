import { textWords } from '@heliograph/messaging'
import { numberArray, textArray } from './arrays.ts'
import { chunksOf } from './chunks.ts'
import { ENCODING_CODES } from './codes.ts'
import type { Queryable, Transaction } from './database.ts'
import { IDS_PER_BLOCK } from './record-ids.ts'

/** A tsvector has at most 1 MiB. */
const WORDS_PER_PART = 5_000

const OCTETS = ENCODING_CODES.binary

interface TextRow {
  readonly client_id: number
  readonly body: string
}

/** Reads the texts of a block and notes which words they have, instead of what was noted before. */
export async function writeWordBlock(tx: Transaction, blockId: number): Promise<void> {
  const words = new Set<string>()
  for (const { client_id: clientId, body } of await selectTexts(tx, blockId))
    for (const word of textWords(body)) words.add(wordKey(clientId, word))
  await tx`delete from word_block where block_id = ${blockId}::bigint`
  let part = 0
  for (const page of chunksOf([...words], WORDS_PER_PART)) {
    await tx`
      insert into word_block (block_id, part, words)
      values (${blockId}::bigint, ${part}::smallint, array_to_tsvector(${textArray(page)}::text[]))`
    part += 1
  }
}

/** How a word of a client is written in `word_block.words`. */
export function wordKey(clientId: number, word: string): string {
  return `${clientId}/${word}`
}

/** Has the blocks of these messages or incoming SMS read again, because their texts change. */
export async function renewWordBlocks(sql: Queryable, ids: readonly number[]): Promise<void> {
  const blocks = [...new Set(ids.map((id) => id - (id % IDS_PER_BLOCK)))]
  await sql`
    insert into word_block_due (block_id)
    select block_id from unnest(${numberArray(blocks)}::bigint[]) as given (block_id) order by block_id
    on conflict do nothing`
}

/** The texts of a block, each once for each client. */
function selectTexts(tx: Transaction, blockId: number) {
  const end = blockId + IDS_PER_BLOCK
  return tx<TextRow[]>`
    select client_id, body from (
      select message.client_id, coalesce(message.body, shared.body) as body
      from message left join lateral (
        select body from message_text where message_text.text_id = message.text_id limit 1
      ) as shared on true
      where message.sms_id >= ${blockId}::bigint and message.sms_id < ${end}::bigint and message.encoding <> ${OCTETS}::smallint
      union
      select client_id, body from incoming_message
      where incoming_id >= ${blockId}::bigint and incoming_id < ${end}::bigint and encoding <> ${OCTETS}::smallint
    ) as said
    where client_id is not null and body is not null`
}
