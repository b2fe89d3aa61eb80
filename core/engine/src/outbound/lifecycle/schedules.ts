import { type Clock, GatewayError, type Schedules } from '@heliograph/contracts'
import { bulkState } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { retryRolledBack } from '../../database/retry-rolled-back.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import type { BulkName } from '../bulks/bulk-name.ts'
import { cancelPause, isPaused } from '../holds/paused-bulks.ts'
import { noteCancel, noteMove, notePause, noteResume } from './bulk-campaigns.ts'
import { isUnfinished } from './bulk-messages.ts'
import type { BulkPauses } from './bulk-pauses.ts'
import { countStates } from './bulk-states.ts'
import { cancelStep, cancelUnsentStep } from './cancelled-bulks.ts'
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
  readonly pauses: BulkPauses
}

/**
 * Creates the `Schedules` service. Rescheduling and cancelling act on batches: one that a node takes at the same moment
 * goes out as it was, and the rest of the bulk is moved or cancelled at once. The messages of a large bulk follow step
 * by step, the last ones after the answer; none of them is sent at its old time, or once it is cancelled. A paused bulk
 * is cancelled as a whole: what had been due when it was paused as well.
 */
export function createSchedules({ sql, steady, pauses, ...tools }: SchedulesOptions): Schedules {
  const steps = new ChangeSteps(steady)
  const { changeNotes } = tools

  /** Their campaign may have changed as well. */
  function noteChange(clientId: number): void {
    changeNotes?.note({ subject: 'messages', clientId })
    changeNotes?.note({ subject: 'uploads', clientId })
  }

  async function cancelUnsent(bulk: BulkName): Promise<void> {
    let after: number | undefined = 0
    await steps.run(bulk.clientId, async () => {
      after = await cancelUnsentStep(sql, tools, bulk, after as number)
      return after !== undefined
    })
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
      return { bulkId, sendAt, messages, isPaused: await serviceAnswer(isPaused(sql, bulk)) }
    },

    async cancel(principal, bulkId) {
      const { clientId } = principal
      const bulk = { clientId, bulkId: storable(bulkId) }
      const wasPaused = await serviceAnswer(cancelPause(sql, bulk))
      if ((await serviceAnswer(markCancelled(sql, bulk))) === 0 && !wasPaused) throw bulkNotFound()
      await serviceAnswer(noteCancel(sql, bulk))
      await steps.run(clientId, async () => (await cancelStep(sql, tools, bulk)) !== undefined)
      if (wasPaused) await cancelUnsent(bulk)
      noteChange(clientId)
    },

    async state(principal, bulkId) {
      const bulk = { clientId: principal.clientId, bulkId: storable(bulkId) }
      const [states, paused] = await serviceAnswer(
        Promise.all([countStates(sql, bulk.clientId, bulk.bulkId), isPaused(sql, bulk)]),
      )
      if (states.length === 0) throw bulkNotFound()
      return bulkState(Object.fromEntries(states.map(({ state, messages }) => [state, messages])), paused)
    },

    async pause(principal, bulkId) {
      const bulk = { clientId: principal.clientId, bulkId: storable(bulkId) }
      if (!(await serviceAnswer(isUnfinished(sql, bulk)))) throw bulkNotFound()
      await serviceAnswer(pauses.pause(bulk))
      await serviceAnswer(notePause(sql, bulk))
      noteChange(bulk.clientId)
    },

    async resume(principal, bulkId) {
      const bulk = { clientId: principal.clientId, bulkId: storable(bulkId) }
      await serviceAnswer(pauses.resume(bulk))
      await serviceAnswer(noteResume(sql, bulk))
      noteChange(bulk.clientId)
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
