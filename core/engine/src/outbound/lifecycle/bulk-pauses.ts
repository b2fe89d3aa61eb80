import type { Sql } from '../../database/database.ts'
import type { BulkName } from '../bulks/bulk-name.ts'
import { releaseParked } from '../holds/parked-batches.ts'
import { addPause, removePause } from '../holds/paused-bulks.ts'

/** Holds bulks back, and lets them go. Nodes do the rest: see `SendingHolds` and `BatchReturns.park`. */
export interface BulkPauses {
  /** Has no effect on a bulk that is paused. */
  pause(bulk: BulkName): Promise<void>
  /** Has no effect on a bulk that is not. */
  resume(bulk: BulkName): Promise<void>
}

export interface BulkPausesOptions {
  readonly sql: Sql
  /** Tells all nodes that something was paused or resumed. */
  readonly announcePauses: () => void
  readonly announceBatches: (route: string) => void
}

export function createBulkPauses({ sql, announcePauses, announceBatches }: BulkPausesOptions): BulkPauses {
  return {
    async pause(bulk) {
      await addPause(sql, bulk)
      announcePauses()
    },
    async resume(bulk) {
      if (!(await removePause(sql, bulk))) return
      announcePauses()
      for (const route of await releaseParked(sql)) announceBatches(route)
    },
  }
}
