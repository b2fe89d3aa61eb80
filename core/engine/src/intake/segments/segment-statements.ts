import { type PlacedSegment, type SegmentKey, segmentKeyOf } from '@heliograph/messaging'
import { creditBack } from '../../accounts/refund.ts'
import { booleanArray, numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable, Transaction } from '../../database/database.ts'
import { accountTables, debitTables, type PaymentRow, payableTables, paymentColumns } from '../accept/credit-tables.ts'

/** A segment that waits for the others. */
export interface WaitingSegment extends PlacedSegment {
  readonly clientId: number
  readonly channelId: number
  readonly sender: string
  /** See `ENCODING_CODES`. */
  readonly encoding: number
  readonly userDataHeader: string
  readonly flash: boolean
  readonly priority: number
  readonly origin: string
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number
  readonly sendAt: number | null
  readonly validitySeconds: number | null
  readonly pushOn: number | null
  readonly pushContext: string | null
}

/** A segment that is about to be stored. */
export interface NewSegment extends WaitingSegment {
  /** Parts that it would take on its own, which are paid for now. */
  readonly parts: number
}

/**
 * The advisory lock under which segments of one message are added one after the other. Any number will do, as long as
 * every node uses the same.
 */
const SEGMENT_LOCK = 4_242_804

/** Makes all other transactions that add to one of these messages wait until this one has ended. */
export async function lockSets(tx: Transaction, keys: readonly SegmentKey[]): Promise<void> {
  const hashes = [...new Set(keys.map(hashOf))].sort((a, b) => a - b)
  await tx`
    select pg_advisory_xact_lock(${SEGMENT_LOCK}::integer, hash) from unnest(${numberArray(hashes)}::integer[]) as given (hash)`
}

/** FNV-1a; two messages with the same hash only wait for each other. */
function hashOf(key: SegmentKey): number {
  let hash = 0x811c9dc5
  for (const character of segmentKeyOf(key)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  return hash | 0
}

/** A waiting segment as it is stored. */
interface SegmentRow extends Omit<WaitingSegment, 'text' | 'acceptedAt' | 'sendAt'> {
  readonly body: string
  readonly acceptedAt: Date
  readonly sendAt: Date | null
}

/** Which of the given segments were not stored, and why. */
export interface InsertResult {
  readonly optedOut: readonly number[]
  readonly unpaid: readonly number[]
  /** Clients that have to wait and are to be tried again `in-order`. */
  readonly held: readonly number[]
}

/**
 * Stores segments and debits what they cost on their own, in order, as far as the credit goes. Those to contacts that
 * opted out are left out.
 */
export async function insertSegments(
  tx: Transaction,
  segments: readonly NewSegment[],
  payment: 'plain' | 'in-order',
): Promise<InsertResult> {
  const clientIds = [...new Set(segments.map((segment) => segment.clientId))]
  const [row] = await tx<(PaymentRow & { opted_out: number[] })[]>`
    with given as (
      select * from unnest(
        ${numberArray(segments.map((segment) => segment.smsId))}::bigint[],
        ${numberArray(segments.map((segment) => segment.clientId))}::bigint[],
        ${numberArray(segments.map((segment) => segment.userId))}::bigint[],
        ${numberArray(segments.map((segment) => segment.channelId))}::bigint[],
        ${textArray(segments.map((segment) => segment.sender))}::text[],
        ${textArray(segments.map((segment) => segment.recipient))}::text[],
        ${numberArray(segments.map((segment) => segment.reference))}::integer[],
        ${numberArray(segments.map((segment) => segment.total))}::smallint[],
        ${numberArray(segments.map((segment) => segment.part))}::smallint[],
        ${textArray(segments.map((segment) => toBase64(segment.text)))}::text[],
        ${numberArray(segments.map((segment) => segment.encoding))}::smallint[],
        ${textArray(segments.map((segment) => segment.userDataHeader))}::text[],
        ${booleanArray(segments.map((segment) => segment.flash))}::boolean[],
        ${numberArray(segments.map((segment) => segment.priority))}::smallint[],
        ${textArray(segments.map((segment) => segment.origin))}::text[],
        ${timeArray(segments.map((segment) => segment.acceptedAt))}::timestamptz[],
        ${timeArray(segments.map((segment) => segment.sendAt))}::timestamptz[],
        ${numberArray(segments.map((segment) => segment.validitySeconds))}::integer[],
        ${numberArray(segments.map((segment) => segment.pushOn))}::smallint[],
        ${textArray(segments.map((segment) => segment.pushContext))}::text[],
        ${numberArray(segments.map((segment) => segment.parts))}::smallint[],
        ${numberArray(segments.map((_, index) => index))}::integer[]
      ) as s (
        sms_id, client_id, user_id, channel_id, sender, recipient, reference, total, part, body, encoding,
        user_data_header, flash, priority, origin, accepted_at, send_at, validity_seconds, push_on, push_context, parts, unit
      )
    ),
    ${accountTables(tx, clientIds, payment)},
    wanted as materialized (
      select given.*, given.parts * account.price_per_part as price, false as is_known, false as is_repeat
      from given join account using (client_id)
      where not exists (
        select from contact
        where contact.client_id = given.client_id and contact.mobile = given.recipient and contact.status = 0
      )
    ),
    ${payableTables(tx, payment)},
    accepted as (select * from payable),
    ${debitTables(tx, payment, 'segments')}
    stored as (
      insert into segment (
        sms_id, client_id, user_id, channel_id, sender, recipient, reference, total, part, body, encoding,
        user_data_header, flash, priority, origin, accepted_at, send_at, validity_seconds, push_on, push_context, price
      )
      select sms_id, client_id, user_id, channel_id, sender, recipient, reference, total, part, body, encoding,
        user_data_header, flash, priority, origin, accepted_at, send_at, validity_seconds, push_on, push_context, price
      from accepted
    )
    select
      array(select sms_id from given where sms_id not in (select sms_id from wanted)) as opted_out,
      ${paymentColumns(tx, payment)}`
  if (row === undefined) throw new Error('storing segments returned no row')
  return { optedOut: row.opted_out, unpaid: row.unpaid, held: row.held }
}

/** How many segments wait already, of each user and of each message. */
export interface WaitingCounts {
  readonly users: ReadonlyMap<number, number>
  /** By `segmentKeyOf`. */
  readonly keys: ReadonlyMap<string, number>
}

/** Counts the waiting segments of the users and messages that these segments belong to. */
export async function countWaiting(tx: Transaction, segments: readonly SegmentKey[]): Promise<WaitingCounts> {
  const userIds = [...new Set(segments.map((segment) => segment.userId))]
  const byKey = new Map(segments.map((segment) => [segmentKeyOf(segment), segment]))
  const keys = [...byKey.values()]
  const [row] = await tx<{ users: number[]; keys: number[] }[]>`
    select
      array(
        select (select count(*) from segment where segment.user_id = given.user_id)
        from unnest(${numberArray(userIds)}::bigint[]) with ordinality as given (user_id, place) order by place
      ) as users,
      array(
        select (
          select count(*) from segment
          where segment.user_id = given.user_id and segment.recipient = given.recipient
            and segment.reference = given.reference and segment.total = given.total
        )
        from unnest(
          ${numberArray(keys.map((key) => key.userId))}::bigint[],
          ${textArray(keys.map((key) => key.recipient))}::text[],
          ${numberArray(keys.map((key) => key.reference))}::integer[],
          ${numberArray(keys.map((key) => key.total))}::smallint[]
        ) with ordinality as given (user_id, recipient, reference, total, place) order by place
      ) as keys`
  return {
    users: new Map(userIds.map((userId, index) => [userId, row?.users[index] ?? 0])),
    keys: new Map([...byKey.keys()].map((key, index) => [key, row?.keys[index] ?? 0])),
  }
}

/** Loads the segments that wait with these keys. */
export async function loadSegments(sql: Queryable, keys: readonly SegmentKey[]): Promise<readonly WaitingSegment[]> {
  const rows = await sql<SegmentRow[]>`
    select sms_id as "smsId", client_id as "clientId", user_id as "userId", channel_id as "channelId", sender, recipient,
      reference, total, part, body, encoding, user_data_header as "userDataHeader", flash, priority, origin,
      accepted_at as "acceptedAt", send_at as "sendAt", validity_seconds as "validitySeconds", push_on as "pushOn",
      push_context as "pushContext"
    from (
      select distinct * from unnest(
        ${numberArray(keys.map((key) => key.userId))}::bigint[],
        ${textArray(keys.map((key) => key.recipient))}::text[],
        ${numberArray(keys.map((key) => key.reference))}::integer[],
        ${numberArray(keys.map((key) => key.total))}::smallint[]
      ) as k (user_id, recipient, reference, total)
    ) as given
    join segment using (user_id, recipient, reference, total)
    order by segment.sms_id`
  return rows.map(({ body, acceptedAt, sendAt, ...segment }) => ({
    ...segment,
    text: fromBase64(body),
    acceptedAt: acceptedAt.getTime(),
    sendAt: sendAt?.getTime() ?? null,
  }))
}

/** Finds the keys of segments that have waited since `before`, up to `limit` segments at a time. */
export function findOverdue(sql: Queryable, before: number, limit: number): PromiseLike<readonly SegmentKey[]> {
  return sql<SegmentKey[]>`
    select distinct user_id as "userId", recipient, reference, total
    from (
      select * from segment where accepted_at <= ${new Date(before)}::timestamptz order by accepted_at limit ${limit}::integer
    ) as overdue`
}

/**
 * Removes segments that go out, and credits back what was debited for them: the messages they become are paid for
 * again.
 */
export async function takeSegments(tx: Transaction, smsIds: readonly number[]): Promise<void> {
  await tx`
    with taken as (
      delete from segment where sms_id = any(${numberArray(smsIds)}::bigint[]) returning sms_id, client_id, price
    ),
    total as materialized (
      select client_id, sum(price) as price, min(sms_id) as sms_id from taken group by client_id having sum(price) <> 0
    ),
    ${creditBack(tx, 'join')}`
}

/** A segment of a message that was joined. */
export interface NewAlias {
  readonly smsId: number
  readonly joinedId: number
  readonly pushOn: number | null
  readonly pushContext: string | null
}

export async function insertAliases(tx: Transaction, aliases: readonly NewAlias[]): Promise<void> {
  await tx`
    insert into message_alias (sms_id, joined_id, push_on, push_context)
    select * from unnest(
      ${numberArray(aliases.map((alias) => alias.smsId))}::bigint[],
      ${numberArray(aliases.map((alias) => alias.joinedId))}::bigint[],
      ${numberArray(aliases.map((alias) => alias.pushOn))}::smallint[],
      ${textArray(aliases.map((alias) => alias.pushContext))}::text[]
    )`
}

/** A segment may begin or end in the middle of a surrogate pair, which no text of Postgres can. */
function toBase64(text: string): string {
  return Buffer.from(text, 'utf16le').toString('base64')
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf16le')
}
