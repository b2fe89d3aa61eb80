import { GatewayError, type ScheduledBulk, type Schedules } from '@heliograph/contracts'
import { FACES } from '@heliograph/messaging'
import type { Sql, Transaction } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { type FinishTools, finishMessages } from './finish.ts'
import { listBulks, lockWaitingJobs, moveJobs, removeJobs, rescheduleMessages } from './scheduled-jobs.ts'

export interface SchedulesOptions extends FinishTools {
  readonly sql: Sql
}

/**
 * Creates the `Schedules` service. Rescheduling and cancelling act on the queue's jobs: one that a worker takes at the same moment goes out as it was,
 * everything else of the bulk is moved or removed in one transaction.
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
        return rows.map((row): ScheduledBulk => ({ bulkId: row.bulk_id, sendAt: row.send_at }))
      } catch (error) {
        throw toServiceError(error)
      }
    },

    reschedule(principal, bulkId, sendAt) {
      return inTransaction(async (tx) => {
        const jobIds = await lockWaitingJobs(tx, principal.clientId, storable(bulkId))
        const smsIds = jobIds.length === 0 ? [] : await moveJobs(tx, jobIds, sendAt)
        if (smsIds.length === 0) throw bulkNotFound()
        await rescheduleMessages(tx, smsIds, sendAt)
        return { bulkId, sendAt }
      })
    },

    cancel(principal, bulkId) {
      return inTransaction(async (tx) => {
        const jobIds = await lockWaitingJobs(tx, principal.clientId, storable(bulkId))
        const smsIds = jobIds.length === 0 ? [] : await removeJobs(tx, jobIds)
        if (smsIds.length === 0) throw bulkNotFound()
        await finishMessages(tx, tools, smsIds, 'cancelled', FACES.cancelled.errorId)
      })
    },
  }
}

/** As it was stored: Postgres cannot take NUL. */
function storable(bulkId: string): string {
  return bulkId.replaceAll('\0', '\uFFFD')
}

function bulkNotFound(): GatewayError {
  return new GatewayError('not-found', 'bulk-not-found', 'Bulk not found')
}
