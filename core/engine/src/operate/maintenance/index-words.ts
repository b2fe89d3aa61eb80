import type { Clock } from '@heliograph/contracts'
import type { Sql, Transaction } from '../../database/database.ts'
import { selectFirstId } from '../../database/id-marks.ts'
import { IDS_PER_BLOCK } from '../../database/record-ids.ts'
import { writeWordBlock } from '../../database/word-blocks.ts'

/** After this time a call ends, and the next one continues. */
const CALL_MS = 20_000

/**
 * Notes which words the texts of each block of ids have, once nothing more is stored in it; first of the blocks that
 * have changed. Forgets blocks whose texts are all older than `textDays`; undefined: texts go with their rows.
 */
export async function indexWords(sql: Sql, clock: Clock, textDays: number | undefined): Promise<void> {
  const until = clock.now() + CALL_MS
  if (textDays !== undefined) await forgetOld(sql, new Date(clock.now() - textDays * 86_400_000))
  while (clock.now() < until && (await sql.begin(renewNext)));
  const [end] = await selectFirstId(sql, new Date(clock.now()))
  if (end === undefined) return
  while (clock.now() < until && (await sql.begin((tx) => readNext(tx, end.from_id))));
}

async function renewNext(tx: Transaction): Promise<boolean> {
  const [due] = await tx<{ block_id: number; is_read: boolean }[]>`
    delete from word_block_due
    where block_id = (select block_id from word_block_due order by block_id limit 1 for update skip locked)
    returning block_id, block_id < (select read_to from word_mark) as is_read`
  if (due?.is_read) await writeWordBlock(tx, due.block_id)
  return due !== undefined
}

/** Resolves with whether there may be more below `end`. */
async function readNext(tx: Transaction, end: number): Promise<boolean> {
  const [mark] = await tx<{ read_to: number }[]>`select read_to from word_mark for update`
  const from = mark?.read_to ?? 0
  if (from >= end) return false
  const [next] = await tx<{ id: number | null }[]>`
    select least(
      (select sms_id from message where sms_id >= ${from}::bigint order by sms_id limit 1),
      (select incoming_id from incoming_message where incoming_id >= ${from}::bigint order by incoming_id limit 1)
    ) as id`
  const id = next?.id ?? end
  const blockId = id - (id % IDS_PER_BLOCK)
  const isThere = blockId < end
  if (isThere) await writeWordBlock(tx, blockId)
  await tx`update word_mark set read_to = ${isThere ? blockId + IDS_PER_BLOCK : end}::bigint`
  return isThere
}

async function forgetOld(sql: Sql, before: Date): Promise<void> {
  const [end] = await selectFirstId(sql, before)
  if (end !== undefined) await sql`delete from word_block where block_id < ${end.from_id - IDS_PER_BLOCK + 1}::bigint`
}
