import { MESSAGE_STATES, type MessageState, type NetworkReceipt } from '@heliograph/contracts'
import { canonicalNetworkId, FACES, isFinal, mayFollow } from '@heliograph/messaging'
import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import {
  needsNotification,
  type ReceiptSubject,
  subjectColumns,
} from '../../notify/notifications/find-receipt-subjects.ts'
import { stateOfReceipt } from './apply-receipt.ts'
import { linkIdOf } from './receipt-statements.ts'

/** A receipt that ends its part, and is the only one of its batch with its id. */
export interface PlainReceipt {
  /** Its index in the batch. */
  readonly index: number
  readonly receipt: NetworkReceipt
  readonly key: string
  readonly state: MessageState
}

/** A receipt whose submission was found. */
export interface PlainMatch {
  /** Its index in the batch. */
  readonly receipt: number
  readonly link: string
  /** A client has to be notified. */
  readonly needs_notification: boolean
}

/** A settled receipt, with the data for its notification. */
export interface SettledReceipt extends PlainMatch, ReceiptSubject {
  readonly network_id: string
}

/**
 * The changes of state that a plain receipt may make to a part and its message: `submitted delivered`, ... None starts
 * from a final state, because a final state that is replaced has to be kept.
 */
export const MOVES: ReadonlySet<string> = new Set(
  MESSAGE_STATES.filter(isFinal).flatMap((to) =>
    MESSAGE_STATES.filter((from) => !isFinal(from) && mayFollow(from, to)).map((from) => `${from} ${to}`),
  ),
)
const MOVES_PARAMETER = textArray([...MOVES])

/**
 * Selects the receipts of a batch that the statements below may settle. Several with one id are left out: they are for
 * one message, and their order counts.
 */
export function plainReceipts(receipts: readonly NetworkReceipt[]): readonly PlainReceipt[] {
  const plain = receipts.map((receipt, index): PlainReceipt | undefined => {
    const state = stateOfReceipt(receipt.status)
    return state === undefined ? undefined : { index, receipt, key: canonicalNetworkId(receipt.networkId), state }
  })
  const uses = new Map<string, number>()
  const keys = receipts.map(({ carrier, networkId }) => `${carrier} ${canonicalNetworkId(networkId)}`)
  for (const key of keys) uses.set(key, (uses.get(key) ?? 0) + 1)
  return plain.filter((receipt) => receipt !== undefined).filter(({ index }) => uses.get(keys[index] as string) === 1)
}

/**
 * Settles receipts in one statement where that is possible, as it is for nearly all: exactly one submission has the id
 * as received, over the link that reports and to the number it names; it is the last attempt at a message of one part;
 * both part and message change. All others are left alone.
 *
 * Receipts of which a client has to be notified are left alone too, so the statement needs no transaction around it.
 * Resolves with these (`needs_notification`) and with the settled ones.
 */
export function settleQuietReceipts(
  sql: Queryable,
  receipts: readonly PlainReceipt[],
  floorId: number,
): PromiseLike<readonly PlainMatch[]> {
  return sql<PlainMatch[]>`
    ${settle(sql, receipts, floorId, { columns: sql`message.sms_id`, when: sql`and not matched.needs_notification` })}
    select receipt, link, needs_notification from part
    union all
    select receipt, link, needs_notification from matched where needs_notification`
}

/**
 * The same with the receipts of which clients have to be notified, in the transaction that stores the notifications.
 * Resolves with the settled ones.
 */
export function settlePlainReceipts(
  sql: Queryable,
  receipts: readonly PlainReceipt[],
  floorId: number,
): PromiseLike<readonly SettledReceipt[]> {
  return sql<SettledReceipt[]>`
    ${settle(sql, receipts, floorId, { columns: subjectColumns(sql), when: sql`` })}
    select * from part`
}

type Fragment = ReturnType<typeof subjectColumns>

/**
 * `matched` has the receipts whose submission was found, `part` those of them that are settled. They are never joined
 * to each other, which would take time quadratic in their number. Messages are locked in the order of their ids, as
 * everywhere; a part changes only while its message is locked, and only from the state that it has by then.
 */
function settle(
  sql: Queryable,
  receipts: readonly PlainReceipt[],
  floorId: number,
  { columns, when }: { readonly columns: Fragment; readonly when: Fragment },
) {
  return sql`
    with given as materialized (
      select * from unnest(
        ${numberArray(receipts.map(({ index }) => index))}::integer[],
        ${textArray(receipts.map(({ receipt }) => receipt.carrier))}::text[],
        ${textArray(receipts.map(({ receipt }) => linkIdOf(receipt)))}::text[],
        ${textArray(receipts.map(({ key }) => key))}::text[],
        ${textArray(receipts.map(({ receipt }) => receipt.to ?? null))}::text[],
        ${textArray(receipts.map(({ state }) => state))}::text[],
        ${textArray(receipts.map(({ receipt }) => receipt.networkStatus))}::text[],
        ${numberArray(receipts.map(errorIdOf))}::integer[],
        ${timeArray(receipts.map(({ receipt }) => receipt.doneAt.getTime()))}::timestamptz[]
      ) as r (receipt, carrier, link, network_key, recipient, new_state, network_status, error_id, done_at)
    ),
    found as materialized (
      select given.receipt, given.recipient as named, given.new_state, given.network_status, given.error_id,
        given.done_at, sent.*
      from given
      cross join lateral (
        select min(sms_id) as sms_id, min(attempt) as attempt, min(part) as part, min(link) as link,
          min(network_id) as network_id
        from submission
        where submission.network_key = given.network_key and submission.carrier = given.carrier
          and submission.sms_id >= ${floorId}::bigint
        having count(*) = 1
      ) as sent
      where given.link is null or given.link = sent.link
      order by sent.sms_id
    ),
    locked as materialized (
      select found.*, stored.state as old_state
      from found
      cross join lateral (
        select state, attempt from message_state where message_state.sms_id = found.sms_id limit 1 for update
      ) as stored
      where stored.attempt = found.attempt
    ),
    matched as materialized (
      select locked.receipt, locked.attempt, locked.part, locked.link, locked.network_id, locked.old_state,
        locked.new_state, locked.network_status, locked.error_id, locked.done_at, ${needsNotification(sql)} as needs_notification, ${columns}
      from locked
      cross join lateral (select * from message where message.sms_id = locked.sms_id limit 1) as message
      join channel on channel.channel_id = message.channel_id
      cross join (select id_salt from deployment limit 1) as deployment
      where message.parts = 1 and (locked.named is null or locked.named = message.recipient)
    ),
    part as (
      update submission set
        state = matched.new_state::message_status, network_status = matched.network_status,
        error_id = matched.error_id, done_at = matched.done_at
      from matched
      where submission.sms_id = matched.sms_id and submission.attempt = matched.attempt
        and submission.part = matched.part
        and submission.state || ' ' || matched.new_state = any(${MOVES_PARAMETER}::text[])
        and matched.old_state || ' ' || matched.new_state = any(${MOVES_PARAMETER}::text[]) ${when}
      returning matched.*
    ),
    moved as (
      update message_state set
        state = part.new_state::message_status, network_status = part.network_status,
        error_id = part.error_id, done_at = part.done_at
      from part where message_state.sms_id = part.sms_id
    )`
}

/** The error that the network named, or the general one of the state; null when nothing failed. */
function errorIdOf({ receipt, state }: PlainReceipt): number | null {
  return receipt.errorId ?? FACES[state].errorId
}
