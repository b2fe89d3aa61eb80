import type { Clock } from '@heliograph/contracts'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable, Sql } from '../database/database.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { KeyedQueue } from '../database/queues/keyed-queue.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'

/** An auto-reply about to be made. */
export interface AutoReply {
  readonly channelId: number
  readonly mobile: string
  readonly incomingId: number
}

/**
 * Resolves with whether an auto-reply may be made, and counts it. A repeated call for the same incoming SMS has the
 * same result.
 */
export type MayReply = (reply: AutoReply) => Promise<boolean>

const BATCH_REPLIES = 200

/** Limits the auto-replies from a channel to a contact to `perHour` an hour, over all nodes. */
export function createAutoReplyLimit(sql: Sql, clock: Clock, perHour: number): MayReply {
  const queue = new KeyedQueue()
  const batch = new MicroBatch<AutoReply, boolean>({
    run: (replies) => retryRolledBack(() => countReplies(sql, replies, perHour, new Date(clock.now()))),
    maxItems: BATCH_REPLIES,
    lanes: 1,
  })
  return async (reply) => {
    if (perHour === 0) return false
    return queue.run(`${reply.channelId} ${reply.mobile}`, () => batch.add(reply))
  }
}

/** No contact of a channel may appear twice. Nodes take turns by locking the row of each. */
async function countReplies(
  sql: Queryable,
  replies: readonly AutoReply[],
  perHour: number,
  at: Date,
): Promise<readonly boolean[]> {
  const rows = await sql<{ incoming_id: number }[]>`
    with given as materialized (
      select * from unnest(
        ${numberArray(replies.map(({ channelId }) => channelId))}::bigint[],
        ${textArray(replies.map(({ mobile }) => mobile))}::text[],
        ${numberArray(replies.map(({ incomingId }) => incomingId))}::bigint[]
      ) as reply (channel_id, mobile, incoming_id)
    ),
    counted as (
      insert into auto_reply as kept (channel_id, mobile, incoming_ids, answered_at)
      select channel_id, mobile, array[incoming_id], array[${at}::timestamptz] from given order by channel_id, mobile
      on conflict (channel_id, mobile) do update set (incoming_ids, answered_at) = (
        select coalesce(array_agg(incoming_id order by answered_at), '{}') || excluded.incoming_ids,
          coalesce(array_agg(answered_at order by answered_at), '{}') || excluded.answered_at
        from unnest(kept.incoming_ids, kept.answered_at) as recent (incoming_id, answered_at)
        where answered_at > ${at}::timestamptz - interval '1 hour'
      )
      where excluded.incoming_ids[1] <> all(kept.incoming_ids)
        and (
          select count(*) from unnest(kept.answered_at) as recent (answered_at)
          where answered_at > ${at}::timestamptz - interval '1 hour'
        ) < ${perHour}::integer
      returning channel_id, mobile
    )
    select incoming_id from given join counted using (channel_id, mobile)
    union all
    select given.incoming_id from given join auto_reply as kept using (channel_id, mobile)
    where given.incoming_id = any(kept.incoming_ids)`
  const counted = new Set(rows.map((row) => row.incoming_id))
  return replies.map(({ incomingId }) => counted.has(incomingId))
}

/** Forgets auto-replies that no longer count. */
export async function forgetAutoReplies(sql: Sql): Promise<void> {
  await sql`
    delete from auto_reply
    where now() - interval '2 hours' > (select max(at) from unnest(answered_at) as each (at))`
}
