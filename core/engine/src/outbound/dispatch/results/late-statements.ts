import type { MessageState } from '@heliograph/contracts'
import { canonicalNetworkId } from '@heliograph/messaging'
import { numberArray, textArray } from '../../../database/arrays.ts'
import type { Transaction } from '../../../database/database.ts'
import type { PartRow } from '../../lifecycle/sent-parts.ts'
import type { LateVerdict } from './decide-late.ts'
import type { PartRecord } from './read-answer.ts'

/** A message whose attempts are recorded; `route` and `priority` as they were accepted. */
export interface LockedMessage {
  readonly sms_id: number
  readonly state: MessageState
  readonly attempt: number
  readonly client_id: number
  readonly route: string
  readonly priority: number
  readonly is_with_link: boolean
}

/** Locks messages, in the order of their ids as everywhere. */
export function lockMessages(tx: Transaction, smsIds: readonly number[]): PromiseLike<readonly LockedMessage[]> {
  return tx<LockedMessage[]>`
    select stored.sms_id, stored.state::text as state, stored.attempt, message.client_id, message.route,
      message.priority,
      exists (select from attempt where attempt.sms_id = given.sms_id) as is_with_link
    from (select distinct sms_id from unnest(${numberArray(smsIds)}::bigint[]) as g (sms_id) order by sms_id) as given
    cross join lateral (
      select sms_id, state, attempt from message_state where message_state.sms_id = given.sms_id limit 1 for update
    ) as stored
    cross join lateral (select client_id, route, priority from message where message.sms_id = given.sms_id limit 1) as message`
}

/** A part as a late answer leaves it. */
export interface LatePart extends PartRecord {
  readonly smsId: number
  readonly attempt: number
}

/** Settles parts of unknown outcome. Their messages have to be locked. */
export async function writeLateParts(tx: Transaction, parts: readonly LatePart[]): Promise<void> {
  const networkIds = parts.map(({ networkId }) => networkId)
  await tx`
    update submission set
      state = given.state, network_id = given.network_id, network_key = given.network_key, held_recipient = null,
      network_status = given.network_status, error_id = given.error_id,
      done_at = case when given.state in ('refused-by-network', 'delivered') then now() end
    from unnest(
      ${numberArray(parts.map(({ smsId }) => smsId))}::bigint[],
      ${numberArray(parts.map(({ attempt }) => attempt))}::smallint[],
      ${numberArray(parts.map(({ part }) => part))}::smallint[],
      ${textArray(parts.map(({ state }) => state))}::message_status[],
      ${textArray(networkIds)}::text[],
      ${textArray(networkIds.map((networkId) => (networkId === null ? null : canonicalNetworkId(networkId))))}::text[],
      ${textArray(parts.map(({ networkStatus }) => networkStatus))}::text[],
      ${numberArray(parts.map(({ errorId }) => errorId))}::integer[]
    ) as given (sms_id, attempt, part, state, network_id, network_key, network_status, error_id)
    where submission.sms_id = given.sms_id and submission.attempt = given.attempt and submission.part = given.part
      and submission.sms_id = any(${numberArray(parts.map(({ smsId }) => smsId))}::bigint[])
      and submission.state = 'unknown'`
}

export async function removeParts(tx: Transaction, parts: readonly PartRow[]): Promise<void> {
  if (parts.length === 0) return
  await tx`
    delete from submission
    using unnest(
      ${numberArray(parts.map((part) => part.sms_id))}::bigint[],
      ${numberArray(parts.map(({ attempt }) => attempt))}::smallint[],
      ${numberArray(parts.map(({ part }) => part))}::smallint[]
    ) as given (sms_id, attempt, part)
    where submission.sms_id = given.sms_id and submission.attempt = given.attempt and submission.part = given.part
      and submission.sms_id = any(${numberArray(parts.map((part) => part.sms_id))}::bigint[])`
}

export async function writeVerdicts(
  tx: Transaction,
  verdicts: readonly (LateVerdict & { readonly smsId: number })[],
): Promise<void> {
  if (verdicts.length === 0) return
  const ids = numberArray(verdicts.map(({ smsId }) => smsId))
  await tx`
    update message_state set
      state = given.state, network_status = given.network_status, error_id = given.error_id,
      submitted_at = case when given.state in ('submitted', 'delivered') then coalesce(submitted_at, now()) else submitted_at end,
      done_at = case when given.state in ('refused-by-network', 'delivered') then now() end
    from unnest(
      ${ids}::bigint[],
      ${textArray(verdicts.map(({ state }) => state))}::message_status[],
      ${textArray(verdicts.map(({ networkStatus }) => networkStatus))}::text[],
      ${numberArray(verdicts.map(({ errorId }) => errorId))}::integer[]
    ) as given (sms_id, state, network_status, error_id)
    where message_state.sms_id = given.sms_id and message_state.sms_id = any(${ids}::bigint[])`
}
