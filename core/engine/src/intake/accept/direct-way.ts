import type { Priority } from '@heliograph/contracts'
import type { DirectWay } from '../../outbound/batches/direct-way.ts'
import type { DispatchRow } from '../../outbound/dispatch/load-messages.ts'
import type { ClaimBatch, StoreResult } from './store-messages.ts'
import { toDispatchRow } from './to-dispatch-row.ts'

/** The path of accepted messages to the links of this process, or into the table. */
export type ShortWay = DirectWay<DispatchRow>

/**
 * Stores messages in one transaction and, once it is committed, hands those that skip the table to the links of this
 * process.
 */
export async function storeOnShortWay(
  direct: ShortWay,
  store: (claim: ClaimBatch) => Promise<readonly StoreResult[]>,
): Promise<readonly StoreResult[]> {
  const storing = direct.storing()
  try {
    const results = await store((route, priority) => storing.claim(route, priority as Priority))
    for (const stored of results) runStored(direct, stored)
    return results
  } finally {
    storing.end()
  }
}

function runStored(direct: ShortWay, stored: StoreResult): void {
  for (const { route, priority, owned } of stored.batches) {
    if (owned === null) direct.left(route)
    else direct.run({ ...owned, route, priority, rows: owned.rows.map(toDispatchRow) })
  }
}
