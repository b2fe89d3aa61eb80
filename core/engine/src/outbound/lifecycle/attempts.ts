import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { leaseHolder } from '../../ownership/lease-holder.ts'
import { LeaseLostError } from '../../ownership/lease-lost.ts'

/** An attempt at a message that is about to be handed to a link. */
export interface Opening {
  readonly smsId: number
  readonly attempt: number
  readonly link: string
  /**
   * Parts of a long message of which it was certain, when the message was loaded, whether a network has them; null
   * where that does not matter.
   */
  readonly settled: number | null
}

/**
 * Opens attempts; resolves with the messages whose attempts are open. All others must not be handed over: they have
 * ended meanwhile, a network turned out to have them, or something became known of their parts.
 *
 * An attempt that is open already was left by a node that had the message before. Throws `LeaseLostError` when the
 * lease has been ended.
 */
export async function openAttempts(
  sql: Queryable,
  lease: number,
  openings: readonly Opening[],
): Promise<ReadonlySet<number>> {
  const [row] = await sql<{ is_held: boolean; opened: number[] }[]>`
    with ${leaseHolder(sql, lease)},
    given as materialized (
      select * from unnest(
        ${numberArray(openings.map(({ smsId }) => smsId))}::bigint[],
        ${numberArray(openings.map(({ attempt }) => attempt))}::smallint[],
        ${textArray(openings.map(({ link }) => link))}::text[],
        ${numberArray(openings.map(({ settled }) => settled))}::integer[]
      ) as g (sms_id, attempt, link, settled)
      where exists (select from holder) order by g.sms_id
    ),
    ready as materialized (
      select given.sms_id, given.attempt, given.link
      from given
      left join lateral (
        select state, attempt from message_state where message_state.sms_id = given.sms_id limit 1 for share
      ) as stored on true
      where (stored.state is null
          or (stored.state in ('scheduled', 'queued', 'retrying') and stored.attempt < given.attempt))
        and (given.settled is null or given.settled = (
          select count(*) from submission
          where submission.sms_id = given.sms_id and submission.state not in ('unknown', 'retrying')
        ))
    ),
    opened as (
      insert into attempt (sms_id, attempt, link, lease)
      select sms_id, attempt, link, ${lease}::bigint from ready
      on conflict (sms_id, attempt) do update set link = excluded.link, lease = excluded.lease, opened_at = now()
      returning sms_id
    )
    select exists (select from holder) as is_held, array(select sms_id from opened) as opened`
  if (!row?.is_held) throw new LeaseLostError()
  return new Set(row.opened)
}

/**
 * Closes the attempts at messages that were not sent. With a lease: only its own, since another node may have the
 * message by now.
 */
export async function closeAttempts(sql: Queryable, smsIds: readonly number[], lease: number | null): Promise<void> {
  if (smsIds.length === 0) return
  await sql`
    delete from attempt
    where sms_id = any(${numberArray(smsIds)}::bigint[]) and lease = coalesce(${lease}::bigint, lease)`
}
