import { numberArray } from '../../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import { findPartitions, type OldRange, type Partition } from './old-ranges.ts'
import { MESSAGES } from './range-data.ts'

/** What is kept of each table of messages: the rows that open ones need. */
export const KEPT: Readonly<Record<string, (sql: Queryable, ids: string) => ReturnType<typeof ofMessage>>> = {
  message: ofMessage,
  message_state: ofMessage,
  message_history: ofMessage,
  submission: ofMessage,
  webhook_message: ofMessage,
  message_alias: (sql, ids) => sql`joined_id = any(${ids}::bigint[])`,
  message_text: (sql, ids) => sql`text_id in (select text_id from message where sms_id = any(${ids}::bigint[]))`,
}

function ofMessage(sql: Queryable, ids: string) {
  return sql`sms_id = any(${ids}::bigint[])`
}

/**
 * Leaves of the messages of a range only what those that are open need: a message scheduled far ahead must not hold
 * back a week of everybody's data.
 *
 * Each table is replaced by a small copy. The copying and the exchange lock it for a moment, and give way when that
 * lock is not to be had at once: what has not been exchanged then is exchanged by the next call.
 */
export async function trimRange(sql: Sql, { from_id: from, to_id: to, open }: OldRange): Promise<void> {
  for (const partition of await findPartitions(sql, MESSAGES, from)) {
    const kept = `${partition.name}_kept`
    const gone = `${partition.name}_gone`
    await sql`drop table if exists ${sql(kept)}, ${sql(gone)}`.simple()
    await sql`create table ${sql(kept)} (like ${sql(partition.parent)} including all)`.simple()
    await sql.begin((tx) => exchange(tx, partition, { kept, gone, from, to, open }))
    await sql`drop table ${sql(gone)}`.simple()
  }
}

interface Exchange extends Pick<OldRange, 'open'> {
  readonly kept: string
  readonly gone: string
  readonly from: number
  readonly to: number
}

async function exchange(
  tx: Transaction,
  { parent, name }: Partition,
  { kept, gone, from, to, open }: Exchange,
): Promise<void> {
  // Shorter than the time after which Postgres looks for deadlocks, so that this transaction gives way and never a
  // client's; whatever else needs the table waits behind it meanwhile.
  await tx`set local lock_timeout = '200ms'`
  await tx`lock table ${tx(parent)} in access exclusive mode`.simple()
  const rows = (KEPT[parent] as (typeof KEPT)[string])(tx, numberArray(open))
  await tx`insert into ${tx(kept)} select * from ${tx(name)} where ${rows}`
  await tx`alter table ${tx(parent)} detach partition ${tx(name)}`.simple()
  await tx`alter table ${tx(name)} rename to ${tx(gone)}`.simple()
  await tx`alter table ${tx(kept)} rename to ${tx(name)}`.simple()
  await tx.unsafe(`alter table "${parent}" attach partition "${name}" for values from (${from}) to (${to})`)
}
