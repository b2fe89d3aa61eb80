import { canonicalNetworkId } from '@heliograph/messaging'
import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { leaseHolder } from '../../database/lease-holder.ts'
import { LeaseLostError } from '../../nodes/lease-lost.ts'
import { type ResultRecord, recordResults } from './record-results.ts'

/** Whether a link simply took a message of one part at the first attempt, and nothing had been noted of it before: nearly always. */
export function isFirstAnswer({ attempt, state, parts, isNoted }: ResultRecord): boolean {
  return state === 'submitted' && attempt === 1 && parts.length === 1 && !isNoted
}

/**
 * As `recordResults`, for first answers alone: rows are inserted without a look at whether they are there, which costs half as much. Where one is there after all
 * (written before without this process's hearing of it, or a message that was cancelled) nothing has been inserted, and all is done the careful way.
 */
export async function recordFirstAnswers(
  sql: Queryable,
  lease: number,
  records: readonly ResultRecord[],
): Promise<void> {
  try {
    await insertFirstAnswers(sql, lease, records)
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    await recordResults(sql, lease, records)
  }
}

const UNIQUE_VIOLATION = '23505'

async function insertFirstAnswers(sql: Queryable, lease: number, records: readonly ResultRecord[]): Promise<void> {
  const networkIds = records.map(({ parts }) => parts[0]?.networkId ?? null)
  const [row] = await sql<{ is_held: boolean }[]>`
    with ${leaseHolder(sql, lease)},
    answer as materialized (
      select * from unnest(
        ${numberArray(records.map((record) => record.smsId))}::bigint[],
        ${textArray(records.map((record) => record.carrier))}::text[],
        ${textArray(records.map((record) => record.link))}::text[],
        ${textArray(networkIds)}::text[],
        ${textArray(networkIds.map((networkId) => (networkId === null ? null : canonicalNetworkId(networkId))))}::text[],
        ${timeArray(records.map((record) => record.at))}::timestamptz[]
      ) as a (sms_id, carrier, link, network_id, network_key, at)
      where exists (select from holder)
    ),
    state as (
      insert into message_state (sms_id, state, attempt, submitted_at) select sms_id, 'submitted', 1, at from answer
    ),
    part as (
      insert into submission (
        sms_id, attempt, part, series, carrier, link, network_id, network_key, state, submitted_at
      )
      select sms_id, 1, 1, 1, carrier, link, network_id, network_key, 'submitted', at from answer
    )
    select exists (select from holder) as is_held`
  if (!row?.is_held) throw new LeaseLostError()
}
