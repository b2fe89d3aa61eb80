import type { Priority } from '@heliograph/contracts'
import type { DispatchRow } from '../dispatch/load-messages.ts'
import type { DirectWay } from '../queue/direct-way.ts'
import type { ClaimBatch, StoreResult } from './store-messages.ts'
import { toDispatchRow } from './to-dispatch-row.ts'

/** The way of accepted messages to the links of this process, or into the table. */
export type ShortWay = DirectWay<DispatchRow>

/** Which of the batches to be stored may skip the table. */
export function claimFor(direct: ShortWay): ClaimBatch {
  return (route, priority) => direct.claim(route, priority as Priority)
}

/** Hands committed messages that skip the table to the links of this process. */
export function runStored(direct: ShortWay, stored: StoreResult): void {
  for (const { route, priority, owned } of stored.batches) {
    if (owned === null) direct.left(route, priority as Priority)
    else direct.run({ ...owned, route, priority, rows: owned.rows.map(toDispatchRow) })
  }
}
