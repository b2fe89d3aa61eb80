import { type Clock, GatewayError, type Schedules } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { retryRolledBack } from '../../database/retry-rolled-back.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { noteCancel, noteMove } from './bulk-campaigns.ts'
import { cancelStep } from './cancelled-bulks.ts'
import { ChangeSteps } from './change-steps.ts'
import type { FinishTools } from './finish.ts'
import { beginMove, moveStep } from './moved-bulks.ts'
import { listBulks, markCancelled } from './scheduled-batches.ts'

export interface SchedulesOptions extends FinishTools {
  readonly sql: Sql
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  /** Call after the commit of messages that wait for a time. */
  readonly messagesDue: (at: Date) => void
}

/**
 * Creates the `Schedules` service. Rescheduling and cancelling act on batches: one that a node takes at the same moment
 * goes out as it was, and the rest of the bulk is moved or cancelled at once. The messages of a large bulk follow step
 * by step, the last ones after the answer; none of them is sent at its old time, or once it is cancelled.
 */
export function createSchedules({ sql, steady, ...tools }: SchedulesOptions): Schedules {
  const steps = new ChangeSteps(steady)
  const { changeNotes } = tools

  /** Their campaign may have changed as well. */
  function noteChange(clientId: number): void {
    changeNotes?.note({ subject: 'messages', clientId })
    changeNotes?.note({ subject: 'uploads', clientId })
  }

  return {
    async list(principal, bulkId) {
      const name = bulkId === undefined ? undefined : storable(bulkId)
      return [...(await serviceAnswer(listBulks(sql, principal.clientId, name)))]
    },

    async reschedule(principal, bulkId, sendAt) {
      const { clientId } = principal
      const bulk = { clientId, bulkId: storable(bulkId) }
      const messages = await serviceAnswer(retryRolledBack(() => beginMove(sql, bulk, sendAt)))
      if (messages === 0) throw bulkNotFound()
      await serviceAnswer(noteMove(sql, bulk, sendAt))
      tools.messagesDue(sendAt)
      await steps.run(clientId, () => moveStep(sql, bulk))
      noteChange(clientId)
      return { bulkId, sendAt, messages }
    },

    async cancel(principal, bulkId) {
      const { clientId } = principal
      const bulk = { clientId, bulkId: storable(bulkId) }
      if ((await serviceAnswer(markCancelled(sql, bulk))) === 0) throw bulkNotFound()
      await serviceAnswer(noteCancel(sql, bulk))
      await steps.run(clientId, async () => (await cancelStep(sql, tools, bulk)) !== undefined)
      noteChange(clientId)
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
