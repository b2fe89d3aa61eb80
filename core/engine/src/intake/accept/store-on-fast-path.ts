import type { Priority } from '@heliograph/contracts'
import type { IsAhead } from '../../outbound/batches/batch-claims.ts'
import type { FastPath } from '../../outbound/batches/fast-path.ts'
import type { DispatchRow } from '../../outbound/dispatch/load-messages.ts'
import { isParked } from '../../outbound/holds/parked-batches.ts'
import type { ClaimBatch } from './group-rows.ts'
import type { StoreResult } from './store-messages.ts'
import { toDispatchRow } from './to-dispatch-row.ts'

/** The path of accepted messages to the links of this process, or into the table. */
export type AcceptPath = FastPath<DispatchRow>

/**
 * Stores messages in one transaction and, once it is committed, hands those that skip the table to the links of this
 * process.
 */
export async function storeOnFastPath(
  fastPath: AcceptPath,
  isAhead: IsAhead,
  store: (claim: ClaimBatch) => Promise<readonly StoreResult[]>,
): Promise<readonly StoreResult[]> {
  const caughtUp = fastPath.caughtUp(isAhead)
  if (caughtUp !== undefined) await caughtUp
  const storing = fastPath.storing()
  try {
    const results = await store((route, priority) => storing.claim(route, priority as Priority))
    for (const stored of results) runStored(fastPath, stored)
    return results
  } finally {
    storing.end()
  }
}

function runStored(fastPath: AcceptPath, stored: StoreResult): void {
  for (const { route, priority, line, sendAt, owned } of stored.batches) {
    // A slow bulk is looked for every second; see `letGoDue`.
    if (isParked(route)) continue
    if (sendAt !== null) fastPath.batchScheduled(new Date(sendAt))
    else if (owned === null) fastPath.batchQueued(route)
    else {
      const { batchId, dueAt } = owned
      fastPath.run({ batchId, route, priority, line, dueAt, speedId: null, rows: owned.rows.map(toDispatchRow) })
    }
  }
}
