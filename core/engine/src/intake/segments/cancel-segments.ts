import type { MessageSelection } from '@heliograph/contracts'
import { allOf, type SegmentKey, sortSegments } from '@heliograph/messaging'
import type { Transaction } from '../../database/database.ts'
import type { PushTools } from '../../notify/sessions/push-tools.ts'
import { type DepartureTools, releaseSet } from './departures.ts'
import { loadSegments, lockSets, takeSegments } from './segment-statements.ts'
import { endDeparture } from './store-departures.ts'

/**
 * Ends segments that still wait for others: the one selected by id with all that have arrived of its message, or all
 * segments to a number. Each ends as a message of its own. Resolves with the number of segments.
 */
export async function cancelSegments(
  tx: Transaction,
  clientId: number,
  { smsId, to }: MessageSelection,
  tools: PushTools & DepartureTools,
): Promise<number> {
  const keys = await tx<SegmentKey[]>`
    select distinct user_id as "userId", recipient, reference, total from segment
    where client_id = ${clientId}::bigint
      ${smsId === undefined ? tx`` : tx`and sms_id = ${smsId}::bigint`}
      ${to === undefined ? tx`` : tx`and recipient = ${to}`}`
  if (keys.length === 0) return 0
  // All at once and before anything else is locked, so that two of these never wait for each other.
  await lockSets(tx, keys)
  let ended = 0
  for (const set of sortSegments(await loadSegments(tx, keys))) {
    const segments = allOf(set)
    if (smsId !== undefined && !segments.some((segment) => segment.smsId === smsId)) continue
    await takeSegments(
      tx,
      segments.map((segment) => segment.smsId),
    )
    for (const departure of await releaseSet(set, tools)) await endDeparture(tx, departure, 'cancelled', tools)
    ended += segments.length
  }
  return ended
}
