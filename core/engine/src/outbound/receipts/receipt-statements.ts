import type { MessageState, NetworkReceipt } from '@heliograph/contracts'
import { canonicalNetworkId, formatLinkId, MAX_PARTS, networkIdCandidates } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Transaction } from '../../database/database.ts'

/** A submission that a receipt may be for. */
export interface MatchRow {
  /** Index of the receipt in the batch. */
  readonly receipt: number
  /** How far the id had to be converted to fit; 0 is as received. */
  readonly rank: number
  readonly sms_id: number
  readonly attempt: number
  readonly part: number
  readonly part_state: MessageState
  /** What the network has said about the part so far, and when the part ended; null before. */
  readonly part_status: string | null
  readonly part_error: number | null
  readonly part_done_at: Date | null
  readonly link: string
  readonly network_id: string
  readonly request_id: string | null
  readonly recipient: string
  readonly parts: number
  readonly state: MessageState
  readonly latest_attempt: number
  /** The same for the message. */
  readonly network_status: string | null
  readonly error_id: number | null
  readonly done_at: Date | null
}

/** How many of the latest submissions are considered when a network reuses an id again and again. */
const CANDIDATES = 20

/**
 * Finds the submissions that receipts may be for, by carrier and any spelling of the network's id, and locks the states
 * of their messages (in the order of their ids, as everywhere).
 *
 * The laterals have a limit so that they can only run as one look-up for each candidate, in its partition alone, even
 * where the planner misjudges the sizes. The part is locked too, so that its state is as recent as that of the message.
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
    with found as materialized (
      select given.receipt, given.rank, sent.*
      from unnest(
        ${numberArray(keys.map((key) => key.receipt))}::integer[],
        ${numberArray(keys.map((key) => key.rank))}::integer[],
        ${textArray(keys.map((key) => key.carrier))}::text[],
        ${textArray(keys.map((key) => key.key))}::text[]
      ) as given (receipt, rank, carrier, network_key)
      cross join lateral (
        select submission.sms_id, submission.attempt, submission.part, submission.link, submission.network_id
        from submission
        where submission.network_key = given.network_key and submission.carrier = given.carrier
          and submission.sms_id >= ${floorId}::bigint
        order by submission.sms_id desc limit ${CANDIDATES}::integer
      ) as sent
      order by sent.sms_id
    ),
    locked as materialized (
      select found.*, stored.state, stored.attempt as latest_attempt, stored.network_status, stored.error_id, stored.done_at
      from found
      cross join lateral (
        select * from message_state where message_state.sms_id = found.sms_id limit 1 for update
      ) as stored
    )
    select locked.receipt, locked.rank, locked.sms_id, locked.attempt, locked.part, part.state::text as part_state,
      part.network_status as part_status, part.error_id as part_error, part.done_at as part_done_at, locked.link,
      locked.network_id, message.request_id, message.recipient, message.parts, locked.state::text as state, locked.latest_attempt,
      locked.network_status, locked.error_id, locked.done_at
    from locked
    cross join lateral (select request_id, recipient, parts from message where message.sms_id = locked.sms_id limit 1) as message
    cross join lateral (
      select state, network_status, error_id, done_at from submission
      where submission.sms_id = locked.sms_id and submission.attempt = locked.attempt
        and submission.part = locked.part
      limit 1 for update
    ) as part`
}

/** How many parts of a recipient are considered: enough to see whether they belong to more than one message. */
const HELD_PARTS = MAX_PARTS + 1

/** A receipt that waited, for a message whose submit response never came. */
export interface HeldRow {
  readonly receipt: number
  readonly sms_id: number
  readonly attempt: number
  readonly part: number
}

/**
 * Finds parts of unknown outcome that a receipt could be for: same recipient, same carrier, and same link where the
 * receipt names it; any link where the database was restored and it is not known which one had them. Only the last time
 * each part was sent counts (`offset 0` makes Postgres look that up part by part). Locks their messages.
 */
export function findHeld(
  tx: Transaction,
  receipts: readonly NetworkReceipt[],
  floorId: number,
): PromiseLike<HeldRow[]> {
  return tx<HeldRow[]>`
    with held as materialized (
      select given.receipt, part.sms_id, part.attempt, part.part
      from unnest(
        ${numberArray(receipts.map((_, index) => index))}::integer[],
        ${textArray(receipts.map((receipt) => receipt.carrier))}::text[],
        ${textArray(receipts.map(linkIdOf))}::text[],
        ${textArray(receipts.map((receipt) => receipt.to ?? null))}::text[]
      ) as given (receipt, carrier, link, recipient)
      cross join lateral (
        select submission.sms_id, submission.attempt, submission.part, submission.series from submission
        where submission.held_recipient = given.recipient and submission.state = 'unknown'
          and (
            submission.carrier = given.carrier and (given.link is null or submission.link = given.link)
            or submission.carrier = ''
          )
          and submission.sms_id >= ${floorId}::bigint
        limit ${HELD_PARTS}::integer
      ) as part
      where not exists (
        select from submission as later
        where later.sms_id = part.sms_id and later.attempt > part.attempt
          and (later.part = part.part or later.series > part.series)
        offset 0
      )
      order by part.sms_id, part.part
    )
    select held.*
    from held
    cross join lateral (
      select state from message_state where message_state.sms_id = held.sms_id limit 1 for update
    ) as stored
    where stored.state in ('unknown', 'submitted', 'retrying')`
}

/** Id of the link that a receipt names, null when it names none. */
export function linkIdOf({ carrier, link }: NetworkReceipt): string | null {
  return link === undefined ? null : formatLinkId(carrier, link)
}

/** Gives a part of unknown outcome the id that its receipt revealed, and the link where that was not known. */
export async function adoptNetworkId(tx: Transaction, held: HeldRow, receipt: NetworkReceipt): Promise<void> {
  const { carrier, networkId } = receipt
  await tx`
    update submission set state = 'submitted', network_id = ${networkId},
      network_key = ${canonicalNetworkId(networkId)}, held_recipient = null, carrier = ${carrier},
      link = case when carrier = '' then coalesce(${linkIdOf(receipt)}::text, link) else link end
    where sms_id = ${held.sms_id}::bigint and attempt = ${held.attempt} and part = ${held.part}`
  await tx`
    update message_state set state = 'submitted' where sms_id = ${held.sms_id}::bigint and state = 'unknown'`
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

/**
 * Writes the changes of a batch: one for each part, and one for each message that changes with them. The list of ids
 * beside the join keeps the planner from reading all rows between them, even where it misjudges the sizes.
 */
export async function writeChanges(
  tx: Transaction,
  changes: readonly ReceiptChange[],
  messages: readonly ReceiptChange[],
): Promise<void> {
  const smsIds = changes.map((change) => change.smsId)
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
        and ${among(tx, 'submission.sms_id', smsIds)}
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
    where message_state.sms_id = given.sms_id and ${among(tx, 'message_state.sms_id', smsIds)}`
}
