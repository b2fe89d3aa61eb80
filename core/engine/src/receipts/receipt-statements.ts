import type { MessageState, NetworkReceipt } from '@heliograph/contracts'
import { formatLinkId, networkIdCandidates } from '@heliograph/messaging'
import { numberArray, textArray, timeArray } from '../database/arrays.ts'
import type { Transaction } from '../database/database.ts'

/** A submission that a receipt may be for. */
export interface MatchRow {
  /** Index of the receipt in the batch. */
  readonly receipt: number
  /** How far the id had to be bent to fit: 0 is as received. */
  readonly rank: number
  readonly sms_id: number
  readonly attempt: number
  readonly part: number
  readonly part_state: MessageState
  readonly link: string
  readonly network_id: string
  readonly recipient: string
  readonly parts: number
  readonly state: MessageState
  readonly latest_attempt: number
}

/**
 * Finds the submissions that receipts may be for, by carrier and any spelling of the network's id, and locks the states of their messages (in the
 * order of their ids, as everybody does).
 */
export function matchReceipts(
  tx: Transaction,
  receipts: readonly NetworkReceipt[],
  floorId: number,
): PromiseLike<MatchRow[]> {
  const keys = receipts.flatMap(({ networkId, carrier }, receipt) =>
    networkIdCandidates(networkId).map((key, rank) => ({ receipt, rank, key, carrier })),
  )
  return tx<MatchRow[]>`
    select given.receipt, given.rank, submission.sms_id, submission.attempt, submission.part,
      submission.state::text as part_state, submission.link, submission.network_id, message.recipient, message.parts,
      message_state.state::text as state, message_state.attempt as latest_attempt
    from unnest(
      ${numberArray(keys.map((key) => key.receipt))}::integer[],
      ${numberArray(keys.map((key) => key.rank))}::integer[],
      ${textArray(keys.map((key) => key.carrier))}::text[],
      ${textArray(keys.map((key) => key.key))}::text[]
    ) as given (receipt, rank, carrier, network_key)
    join submission
      on submission.network_key = given.network_key and submission.carrier = given.carrier
      and submission.sms_id >= ${floorId}::bigint
    join message on message.sms_id = submission.sms_id and message.sms_id >= ${floorId}::bigint
    join message_state on message_state.sms_id = submission.sms_id and message_state.sms_id >= ${floorId}::bigint
    order by submission.sms_id
    for update of message_state`
}

/** A receipt that waited, for a message whose submit response never came. */
export interface HeldRow {
  readonly receipt: number
  readonly sms_id: number
  readonly attempt: number
  readonly part: number
}

/**
 * Parts of unknown outcome that a receipt could be for: same recipient, same carrier, and same link where the receipt names it. Only the last time each part was
 * sent counts.
 */
export function findHeld(
  tx: Transaction,
  receipts: readonly NetworkReceipt[],
  floorId: number,
): PromiseLike<HeldRow[]> {
  return tx<HeldRow[]>`
    select given.receipt, submission.sms_id, submission.attempt, submission.part
    from unnest(
      ${numberArray(receipts.map((_, index) => index))}::integer[],
      ${textArray(receipts.map((receipt) => receipt.carrier))}::text[],
      ${textArray(receipts.map(linkIdOf))}::text[],
      ${textArray(receipts.map((receipt) => receipt.to ?? null))}::text[]
    ) as given (receipt, carrier, link, recipient)
    join message on message.recipient = given.recipient and message.sms_id >= ${floorId}::bigint
    join message_state
      on message_state.sms_id = message.sms_id and message_state.state in ('unknown', 'submitted', 'retrying')
      and message_state.sms_id >= ${floorId}::bigint
    join submission
      on submission.sms_id = message.sms_id and submission.state = 'unknown'
      and submission.carrier = given.carrier and (given.link is null or submission.link = given.link)
      and submission.sms_id >= ${floorId}::bigint
    where not exists (
      select from submission as later
      where later.sms_id = submission.sms_id and later.attempt > submission.attempt
        and (later.part = submission.part or later.series > submission.series)
        and later.sms_id >= ${floorId}::bigint
    )
    order by submission.sms_id, submission.part
    for update of message_state`
}

/** Id of the link a receipt came by, null when it does not say. */
export function linkIdOf({ carrier, link }: NetworkReceipt): string | null {
  return link === undefined ? null : formatLinkId(carrier, link)
}

/** Gives a part of unknown outcome the id that its receipt revealed. */
export async function adoptNetworkId(
  tx: Transaction,
  held: HeldRow,
  networkId: string,
  networkKey: string,
): Promise<void> {
  await tx`
    update submission set state = 'submitted', network_id = ${networkId}, network_key = ${networkKey}
    where sms_id = ${held.sms_id}::bigint and attempt = ${held.attempt} and part = ${held.part}`
  await tx`
    update message_state set state = 'submitted' where sms_id = ${held.sms_id}::bigint and state = 'unknown'`
}

export interface SiblingRow {
  readonly sms_id: number
  readonly attempt: number
  readonly series: number
  readonly part: number
  readonly state: MessageState
}

/** All parts of messages of several parts. Read after their states are locked, so that two receipts at once see each other. */
export function loadSiblings(tx: Transaction, smsIds: readonly number[]): PromiseLike<SiblingRow[]> {
  return tx<SiblingRow[]>`
    select sms_id, attempt, series, part, state::text as state from submission
    where sms_id = any(${numberArray(smsIds)}::bigint[])
      and sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint`
}

/** A change of a part and, where `messageState` is set, of its message. */
export interface ReceiptChange {
  readonly smsId: number
  readonly attempt: number
  readonly part: number
  readonly partState: MessageState
  readonly messageState: MessageState | undefined
  readonly networkStatus: string
  readonly errorId: number | null
  readonly doneAt: number
  readonly final: boolean
}

/** Writes the changes of a batch: one for each part, and one for each message that changes with them. */
export async function writeChanges(
  tx: Transaction,
  changes: readonly ReceiptChange[],
  messages: readonly ReceiptChange[],
): Promise<void> {
  const smsIds = changes.map((change) => change.smsId)
  const from = Math.min(...smsIds)
  const to = Math.max(...smsIds)
  await tx`
    with part as (
      update submission set
        state = given.state, network_status = given.network_status, error_id = given.error_id, done_at = given.done_at
      from unnest(
        ${numberArray(smsIds)}::bigint[],
        ${numberArray(changes.map((change) => change.attempt))}::smallint[],
        ${numberArray(changes.map((change) => change.part))}::smallint[],
        ${textArray(changes.map((change) => change.partState))}::message_status[],
        ${textArray(changes.map((change) => change.networkStatus))}::text[],
        ${numberArray(changes.map((change) => change.errorId))}::integer[],
        ${timeArray(changes.map((change) => (change.final ? change.doneAt : null)))}::timestamptz[]
      ) as given (sms_id, attempt, part, state, network_status, error_id, done_at)
      where submission.sms_id = given.sms_id and submission.attempt = given.attempt and submission.part = given.part
        and submission.sms_id between ${from}::bigint and ${to}::bigint
    )
    update message_state set
      state = given.state, network_status = given.network_status, error_id = given.error_id, done_at = given.done_at
    from unnest(
      ${numberArray(messages.map((change) => change.smsId))}::bigint[],
      ${textArray(messages.map((change) => change.messageState as string))}::message_status[],
      ${textArray(messages.map((change) => change.networkStatus))}::text[],
      ${numberArray(messages.map((change) => change.errorId))}::integer[],
      ${timeArray(messages.map((change) => (change.final ? change.doneAt : null)))}::timestamptz[]
    ) as given (sms_id, state, network_status, error_id, done_at)
    where message_state.sms_id = given.sms_id and message_state.sms_id between ${from}::bigint and ${to}::bigint`
}
