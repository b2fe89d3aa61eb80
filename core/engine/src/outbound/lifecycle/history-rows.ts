import { errorById } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'

/** Something that happened to a message and is in no other row; see the table. */
export interface HistoryRow {
  readonly smsId: number
  /** Milliseconds since the epoch, like `until`. */
  readonly at: number
  readonly kind: 'put-off' | 'put-back' | 'passed-on' | 'report' | 'receipt' | 'ended'
  /** `<instance>/<name>`, empty if it is that of the part. */
  readonly link: string
  readonly attempt: number
  /** 0 = the message as a whole. */
  readonly part: number
  readonly state: string | null
  readonly networkStatus: string | null
  readonly errorId: number | null
  readonly until: number | null
  readonly times: number
  readonly receiptText: string | null
}

/** How many characters of a network's word or text are kept. */
const LONGEST_WORD = 255
const LONGEST_TEXT = 1_000

/**
 * Adds rows to the history of messages; rows that exist already stay as they are. Without rows there is no statement.
 */
export async function addHistory(sql: Queryable, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length > 0) await sql`${insertHistory(sql, rows)}`
}

/**
 * Does the same for messages that networks put off. Resolves with those that a network has refused for the first time,
 * so that their client has not been notified of a refusal yet.
 */
export async function addPutOff(sql: Queryable, rows: readonly HistoryRow[]): Promise<ReadonlySet<number>> {
  const refused = rows.filter((row) => row.state === 'retrying').map((row) => row.smsId)
  const first = await sql<{ sms_id: number }[]>`
    with added as (${insertHistory(sql, rows)})
    select given.sms_id from unnest(${numberArray(refused)}::bigint[]) as given (sms_id)
    left join lateral (
      select sms_id from message_history
      where message_history.sms_id = given.sms_id and kind = 'put-off' and state = 'retrying' limit 1
    ) as earlier on true
    where earlier.sms_id is null`
  return new Set(first.map((row) => row.sms_id))
}

/** Those of the messages that are noted as read. */
export async function findNotedReads(sql: Queryable, smsIds: readonly number[]): Promise<Set<number>> {
  const rows = await sql<{ sms_id: number }[]>`
    select distinct sms_id from message_history
    where ${among(sql, 'sms_id', smsIds)} and kind = 'report' and state = 'read'`
  return new Set(rows.map((row) => row.sms_id))
}

function insertHistory(sql: Queryable, rows: readonly HistoryRow[]) {
  return sql`
    insert into message_history (
      sms_id, at, kind, link, attempt, part, state, network_status, error_id, until, times, receipt_text
    )
    select * from unnest(
      ${numberArray(rows.map((row) => row.smsId))}::bigint[],
      ${timeArray(rows.map((row) => row.at))}::timestamptz[],
      ${textArray(rows.map((row) => row.kind))}::text[],
      ${textArray(rows.map((row) => row.link))}::text[],
      ${numberArray(rows.map((row) => row.attempt))}::smallint[],
      ${numberArray(rows.map((row) => row.part))}::smallint[],
      ${textArray(rows.map((row) => row.state))}::text[],
      ${textArray(rows.map((row) => row.networkStatus?.slice(0, LONGEST_WORD) ?? ''))}::text[],
      ${numberArray(rows.map((row) => knownError(row.errorId)))}::integer[],
      ${timeArray(rows.map((row) => row.until))}::timestamptz[],
      ${numberArray(rows.map((row) => row.times))}::integer[],
      ${textArray(rows.map((row) => row.receiptText?.slice(0, LONGEST_TEXT) ?? null))}::text[]
    )
    on conflict do nothing`
}

/**
 * Any other number that a carrier may give means nothing and might not be storable, and nothing that matters may fail
 * because of a note.
 */
function knownError(errorId: number | null): number | null {
  return errorId !== null && errorById(errorId) !== undefined ? errorId : null
}
