import { MESSAGE_STATES, type MessageState, type NetworkReceipt } from '@heliograph/contracts'
import { canonicalNetworkId, isFinal, STATUS_FORMS } from '@heliograph/messaging'
import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { type SharedColumn, sharedColumns } from '../../database/shared-columns.ts'
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

/** The same, with the id of the message where that was asked for. */
export interface QuietMatch extends PlainMatch {
  readonly sms_id?: number
}

/** A settled receipt, with the data for its notification. */
export interface SettledReceipt extends PlainMatch, ReceiptSubject {
  readonly attempt: number
  readonly part: number
  readonly network_id: string
}

/** States of messages that a plain receipt may settle: the open ones. A final state that is replaced has to be kept. */
export const OPEN_STATES = MESSAGE_STATES.filter((state) => !isFinal(state))
const OPEN = textArray(OPEN_STATES)

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
 * as received, over the link that reports and to the number it names; it is the last attempt at a message of one part
 * that is open. All others are left alone.
 *
 * Receipts of which a client has to be notified are left alone too, so the statement needs no transaction around it.
 * Resolves with these (`needs_notification`) and with the settled ones; `withIds`: with the ids of their messages.
 */
export function settleQuietReceipts(
  sql: Queryable,
  receipts: readonly PlainReceipt[],
  floorId: number,
  withIds = false,
): PromiseLike<readonly QuietMatch[]> {
  const ids = withIds ? sql`, sms_id` : sql``
  return sql<QuietMatch[]>`
    ${settle(sql, receipts, floorId, { columns: sql`message.sms_id`, when: sql`and not matched.needs_notification` })}
    select receipt, link, needs_notification ${ids} from moved
    union all
    select receipt, link, needs_notification ${ids} from matched where needs_notification`
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
    select * from moved`
}

type Fragment = ReturnType<typeof subjectColumns>

/**
 * `matched` has the receipts whose submission was found, `moved` those of them that are settled. They are never joined
 * to each other, which would take time quadratic in their number.
 *
 * The update of its state locks a message, in the order of their ids, as everywhere, and takes the state that it has by
 * then. A part changes only while its message is locked, and that of a message of one part ends with it, so it needs no
 * second look.
 */
function settle(
  sql: Queryable,
  receipts: readonly PlainReceipt[],
  floorId: number,
  { columns, when }: { readonly columns: Fragment; readonly when: Fragment },
) {
  const shared = sharedColumns(sql, receipts, SHARED)
  return sql`
    with given as materialized (
      select *${shared.values} from unnest(
        ${numberArray(receipts.map(({ index }) => index))}::integer[],
        ${textArray(receipts.map(({ key }) => key))}::text[],
        ${textArray(receipts.map(({ receipt }) => receipt.to ?? null))}::text[],
        ${timeArray(receipts.map(({ receipt }) => receipt.doneAt.getTime()))}::timestamptz[]
        ${shared.arrays}
      ) as r (receipt, network_key, named, done_at${shared.names})
    ),
    found as materialized (
      select given.receipt, given.named, given.new_state, given.network_status, given.error_id, given.done_at, sent.*
      from given
      cross join lateral (
        select min(sms_id) as sms_id, min(attempt) as attempt, min(part) as part, min(link) as link,
          min(network_id) as network_id
        from (
          select sms_id, attempt, part, link, network_id from submission
          where submission.network_key = given.network_key and submission.carrier = given.carrier
            and submission.sms_id >= ${floorId}::bigint
          limit 2
        ) as candidate
        having count(*) = 1
      ) as sent
      where given.by_link is null or given.by_link = sent.link
    ),
    matched as materialized (
      select found.receipt, found.attempt, found.part, found.link, found.network_id, found.new_state,
        found.network_status, found.error_id, found.done_at, ${needsNotification(sql)} as needs_notification, ${columns}
      from found
      cross join lateral (select * from message where message.sms_id = found.sms_id limit 1) as message
      join channel on channel.channel_id = message.channel_id
      where message.parts = 1 and (found.named is null or found.named = message.recipient)
      order by found.sms_id
    ),
    moved as (
      update message_state set
        state = matched.new_state, network_status = matched.network_status, error_id = matched.error_id,
        done_at = matched.done_at
      from matched
      where message_state.sms_id = matched.sms_id and message_state.attempt = matched.attempt
        and message_state.state = any(${OPEN}::message_status[]) ${when}
      returning matched.*
    ),
    part as (
      update submission set
        state = moved.new_state, network_status = moved.network_status, error_id = moved.error_id,
        done_at = moved.done_at
      from moved
      where submission.sms_id = moved.sms_id and submission.attempt = moved.attempt and submission.part = moved.part
    )`
}

/** Nearly all receipts of a batch say the same and come by one link. */
const SHARED: readonly SharedColumn<PlainReceipt>[] = [
  { name: 'carrier', type: 'text', of: ({ receipt }) => receipt.carrier },
  { name: 'by_link', type: 'text', of: ({ receipt }) => linkIdOf(receipt) },
  { name: 'new_state', type: 'message_status', of: ({ state }) => state },
  { name: 'network_status', type: 'text', of: ({ receipt }) => receipt.networkStatus },
  { name: 'error_id', type: 'integer', of: errorIdOf },
]

/** The error that the network named, or the general one of the state; null when nothing failed. */
function errorIdOf({ receipt, state }: PlainReceipt): number | null {
  return receipt.errorId ?? STATUS_FORMS[state].errorId
}
