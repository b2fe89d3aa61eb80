import type { MessageState } from '@heliograph/contracts'
import { canonicalNetworkId } from '@heliograph/messaging'
import { numberArray, textArray, timeArray } from '../../../database/arrays.ts'
import type { Queryable } from '../../../database/database.ts'
import { leaseHolder } from '../../../ownership/lease-holder.ts'
import { LeaseLostError } from '../../../ownership/lease-lost.ts'
import type { PartRecord } from './read-answer.ts'

/** The result of a link's answer for a message. */
export interface ResultRecord {
  readonly smsId: number
  readonly attempt: number
  /** The attempt that began the series of parts. */
  readonly series: number
  readonly state: Extract<MessageState, 'submitted' | 'delivered' | 'refused-by-network' | 'unknown' | 'retrying'>
  readonly carrier: string
  readonly link: string
  readonly parts: readonly PartRecord[]
  readonly networkStatus: string | null
  readonly errorId: number | null
  /** When the answer arrived, milliseconds since the epoch. */
  readonly at: number
  /** The attempt was opened in the database; the record closes it. */
  readonly isOpened: boolean
}

/**
 * Writes the results of a batch: the state of each message and a row for each part that a network answered, and closes
 * the attempts. Throws `LeaseLostError` when the lease has been ended.
 *
 * A message that is final already (a receipt overtook the answer, or it was cancelled) keeps its state, and so does one
 * that the network turned out to have taken at an earlier attempt. An attempt is recorded once: writing the same
 * results again, because the answer to the first commit was lost, changes nothing. Resolves with the messages whose
 * record is new, and not `submitted` or among `told`.
 */
export async function recordResults(
  sql: Queryable,
  lease: number,
  records: readonly ResultRecord[],
  reported: readonly number[] = [],
): Promise<ReadonlySet<number>> {
  const parts = records.flatMap((record) => record.parts.map((part) => ({ record, part })))
  const smsIds = records.map((record) => record.smsId)
  const [row] = await sql<{ is_held: boolean; changed: number[] }[]>`
    with ${leaseHolder(sql, lease)},
    result as materialized (
      select * from unnest(
        ${numberArray(smsIds)}::bigint[],
        ${textArray(records.map((record) => record.state))}::message_status[],
        ${numberArray(records.map((record) => record.attempt))}::smallint[],
        ${timeArray(records.map((record) => record.at))}::timestamptz[],
        ${numberArray(records.map((record) => record.errorId))}::integer[],
        ${textArray(records.map((record) => record.networkStatus))}::text[]
      ) as r (sms_id, state, attempt, at, error_id, network_status)
    ),
    state as (
      insert into message_state (sms_id, state, attempt, submitted_at, done_at, error_id, network_status)
      select sms_id, state, attempt,
        case when state in ('submitted', 'delivered', 'unknown') then at end,
        case when state in ('refused-by-network', 'delivered') then at end,
        error_id, network_status
      from result where exists (select from holder) order by sms_id
      on conflict (sms_id) do update set
        state = excluded.state, attempt = excluded.attempt,
        submitted_at = coalesce(excluded.submitted_at, message_state.submitted_at),
        done_at = excluded.done_at, error_id = excluded.error_id, network_status = excluded.network_status
      where message_state.state in ('scheduled', 'queued', 'unknown', 'retrying', 'submitted')
        and message_state.attempt < excluded.attempt
        and not (message_state.state = 'submitted' and excluded.state in ('unknown', 'retrying', 'refused-by-network'))
      returning sms_id, state
    ),
    part as (
      insert into submission (
        sms_id, attempt, part, series, carrier, link, network_id, network_key, state, network_status, error_id, submitted_at, done_at,
        held_recipient
      )
      select sms_id, attempt, part, series, carrier, link, network_id, network_key, state, network_status, error_id, at,
        case when state in ('refused-by-network', 'delivered') then at end,
        case when state = 'unknown' then (select recipient from message where message.sms_id = p.sms_id limit 1) end
      from unnest(
        ${numberArray(parts.map(({ record }) => record.smsId))}::bigint[],
        ${numberArray(parts.map(({ record }) => record.attempt))}::smallint[],
        ${numberArray(parts.map(({ part }) => part.part))}::smallint[],
        ${numberArray(parts.map(({ record }) => record.series))}::smallint[],
        ${textArray(parts.map(({ record }) => record.carrier))}::text[],
        ${textArray(parts.map(({ record }) => record.link))}::text[],
        ${textArray(parts.map(({ part }) => part.networkId))}::text[],
        ${textArray(parts.map(({ part }) => networkKey(part.networkId)))}::text[],
        ${textArray(parts.map(({ part }) => part.state))}::message_status[],
        ${textArray(parts.map(({ part }) => part.networkStatus))}::text[],
        ${numberArray(parts.map(({ part }) => part.errorId))}::integer[],
        ${timeArray(parts.map(({ record }) => record.at))}::timestamptz[]
      ) as p (sms_id, attempt, part, series, carrier, link, network_id, network_key, state, network_status, error_id, at)
      where exists (select from holder)
      on conflict do nothing
    ),
    closed as (
      delete from attempt using result
      where attempt.sms_id = result.sms_id and attempt.attempt = result.attempt
        and attempt.sms_id = any(${numberArray(openedOf(records))}::bigint[]) and exists (select from holder)
    )
    select exists (select from holder) as is_held,
      array(
        select sms_id from state
        where state <> 'submitted' ${reported.length === 0 ? sql`` : sql`or sms_id = any(${numberArray(reported)}::bigint[])`}
      ) as changed`
  if (!row?.is_held) throw new LeaseLostError()
  return new Set(row.changed)
}

/** The messages whose attempts are open. */
export function openedOf(records: readonly ResultRecord[]): readonly number[] {
  return records.filter(({ isOpened }) => isOpened).map(({ smsId }) => smsId)
}

/**
 * Whether receipts wait for a submission. To be called after results were committed: a receipt committed meanwhile
 * could not see them, and whichever is committed second has to look for the other.
 */
export async function doReceiptsWait(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ receipts_wait: boolean }[]>`select exists (select from unmatched_receipt) as receipts_wait`
  return row?.receipts_wait ?? false
}

function networkKey(networkId: string | null): string | null {
  return networkId === null ? null : canonicalNetworkId(networkId)
}
