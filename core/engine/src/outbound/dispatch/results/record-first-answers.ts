import { canonicalNetworkId } from '@heliograph/messaging'
import { among } from '../../../database/among.ts'
import { numberArray, textArray, timeArray } from '../../../database/arrays.ts'
import type { Queryable } from '../../../database/database.ts'
import { type SharedColumn, sharedColumns } from '../../../database/shared-columns.ts'
import { needsNotification } from '../../../notify/notifications/find-receipt-subjects.ts'
import { leaseHolder } from '../../../ownership/lease-holder.ts'
import { LeaseLostError } from '../../../ownership/lease-lost.ts'
import { openedOf, type ResultRecord } from './record-results.ts'

/** Whether a link simply took a message of one part at the first attempt, which is nearly always so. */
export function isFirstAnswer({ attempt, state, parts }: ResultRecord): boolean {
  return (state === 'submitted' || state === 'delivered') && attempt === 1 && parts.length === 1
}

/**
 * Like `recordResults`, for first answers only: rows are inserted without checking whether they exist, which costs half
 * as much.
 *
 * False: nothing has been written, and everything has to be done the careful way. Either a row exists after all
 * (written before without this process learning of it, or for a message that was cancelled), or a client wants to be
 * notified of a message that is delivered with this answer. Throws `LeaseLostError` when the lease has been ended.
 */
export async function recordFirstAnswers(
  sql: Queryable,
  lease: number,
  records: readonly ResultRecord[],
): Promise<boolean> {
  try {
    return await insertFirstAnswers(sql, lease, records)
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return false
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

async function insertFirstAnswers(sql: Queryable, lease: number, records: readonly ResultRecord[]): Promise<boolean> {
  const networkIds = records.map(({ parts }) => parts[0]?.networkId ?? null)
  const opened = openedOf(records)
  const delivered = records.filter(({ state }) => state === 'delivered').map(({ smsId }) => smsId)
  const shared = sharedColumns(sql, records, SHARED)
  const [row] = await sql<{ is_held: boolean; needs_notification: boolean }[]>`
    with ${leaseHolder(sql, lease)},
    ${delivered.length === 0 ? sql`` : sql`notified as materialized (${messagesToNotify(sql, delivered)}),`}
    answer as materialized (
      select *${shared.values} from unnest(
        ${numberArray(records.map((record) => record.smsId))}::bigint[],
        ${textArray(networkIds)}::text[],
        ${textArray(networkIds.map((networkId) => (networkId === null ? null : canonicalNetworkId(networkId))))}::text[],
        ${timeArray(records.map((record) => record.at))}::timestamptz[]
        ${shared.arrays}
      ) as a (sms_id, network_id, network_key, at${shared.names})
      where exists (select from holder)
      ${delivered.length === 0 ? sql`` : sql`and not exists (select from notified)`}
    ),
    state as (
      insert into message_state (sms_id, state, attempt, submitted_at, done_at)
      select sms_id, state, 1, at, case when state = 'delivered' then at end from answer
    ),
    part as (
      insert into submission (
        sms_id, attempt, part, series, carrier, link, network_id, network_key, state, submitted_at, done_at
      )
      select sms_id, 1, 1, 1, carrier, link, network_id, network_key, state, at,
        case when state = 'delivered' then at end
      from answer
    )
    ${opened.length === 0 ? sql`` : sql`, closed as (${closing(sql, opened)})`}
    select exists (select from holder) as is_held,
      ${delivered.length === 0 ? sql`false` : sql`exists (select from notified)`} as needs_notification`
  if (!row?.is_held) throw new LeaseLostError()
  return !row.needs_notification
}

/** Mostly the answers of a batch came over one link and say the same. */
const SHARED: readonly SharedColumn<ResultRecord>[] = [
  { name: 'state', type: 'message_status', of: ({ state }) => state },
  { name: 'carrier', type: 'text', of: ({ carrier }) => carrier },
  { name: 'link', type: 'text', of: ({ link }) => link },
]

function closing(sql: Queryable, opened: readonly number[]) {
  return sql`
    delete from attempt
    where attempt.sms_id = any(${numberArray(opened)}::bigint[]) and exists (select from answer)`
}

/** Finds those of the messages whose clients want to be notified of their end. */
function messagesToNotify(sql: Queryable, smsIds: readonly number[]) {
  return sql`
    select from message join channel on channel.channel_id = message.channel_id
    where ${among(sql, 'message.sms_id', smsIds)} and ${needsNotification(sql)}`
}
