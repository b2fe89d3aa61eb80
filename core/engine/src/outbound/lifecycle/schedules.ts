import { GatewayError, type ScheduledBulk, type Schedules } from '@heliograph/contracts'
import type { Sql, Transaction } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { endCancelled } from './cancelled-bulks.ts'
import type { FinishTools } from './finish.ts'
import { listBulks, markCancelled, moveBulk, rescheduleMessages } from './scheduled-batches.ts'

export interface SchedulesOptions extends FinishTools {
  readonly sql: Sql
}

/** How long a cancellation ends its messages itself before it leaves the rest to the background. */
const CANCEL_MS = 3_000

/**
 * Creates the `Schedules` service. Rescheduling and cancelling act on batches: one that a node takes at the same moment
 * goes out as it was, and the rest of the bulk is moved or cancelled at once. The messages of a large cancelled bulk
 * end step by step, the last ones after the answer; none of them is sent.
 */
export function createSchedules({ sql, ...tools }: SchedulesOptions): Schedules {
  async function inTransaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return (await sql.begin(run)) as T
    } catch (error) {
      throw toServiceError(error)
    }
  }

  return {
    async list(principal, bulkId) {
      try {
        const rows = await listBulks(sql, principal.clientId, bulkId === undefined ? undefined : storable(bulkId))
        return rows.map((row): ScheduledBulk => ({ bulkId: row.bulk_id, sendAt: row.send_at, messages: row.messages }))
      } catch (error) {
        throw toServiceError(error)
      }
    },

    reschedule(principal, bulkId, sendAt) {
      return inTransaction(async (tx) => {
        const smsIds = await moveBulk(tx, principal.clientId, storable(bulkId), sendAt)
        if (smsIds.length === 0) throw bulkNotFound()
        await rescheduleMessages(tx, smsIds, sendAt)
        return { bulkId, sendAt, messages: smsIds.length }
      })
    },

    async cancel(principal, bulkId) {
      const bulk = { clientId: principal.clientId, bulkId: storable(bulkId) }
      try {
        if ((await markCancelled(sql, bulk.clientId, bulk.bulkId)) === 0) throw bulkNotFound()
        await endCancelled({ sql, clock: tools.clock, tools, bulk, limitMs: CANCEL_MS })
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

/** The id as it was stored: Postgres cannot store NUL. */
function storable(bulkId: string): string {
  return bulkId.replaceAll('\0', '\uFFFD')
}

function bulkNotFound(): GatewayError {
  return new GatewayError('not-found', 'bulk-not-found', 'Bulk not found')
}
