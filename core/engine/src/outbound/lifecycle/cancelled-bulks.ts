import type { Clock } from '@heliograph/contracts'
import { FACES } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { type FinishTools, finishMessages } from './finish.ts'
import { type BulkName, takeCancelled } from './scheduled-batches.ts'

/** Batches ended in one transaction: a few thousand messages. */
const STEP = 16

export interface EndCancelledOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly tools: FinishTools
  /** Absent: all cancelled bulks. */
  readonly bulk?: BulkName | undefined
  /** Stops after this time; the next call continues. */
  readonly limitMs: number
  /** Called after each step with the number of messages it ended. */
  readonly onStep?: ((messages: number) => void) | undefined
}

/**
 * Ends the messages of cancelled bulks step by step: each is credited back and gets its final event. Resolves with the
 * number of messages ended, and whether that was all.
 */
export async function endCancelled(
  options: EndCancelledOptions,
): Promise<{ readonly ended: number; readonly isDone: boolean }> {
  const { sql, clock, tools, bulk, limitMs, onStep } = options
  const deadline = clock.now() + limitMs
  let ended = 0
  do {
    const step = (await sql.begin(async (tx) => {
      const smsIds = await takeCancelled(tx, bulk, STEP)
      if (smsIds.length === 0) return undefined
      return (await finishMessages(tx, tools, smsIds, 'cancelled', FACES.cancelled.errorId)).length
    })) as number | undefined
    if (step === undefined) return { ended, isDone: true }
    ended += step
    onStep?.(step)
  } while (clock.now() < deadline)
  return { ended, isDone: false }
}
