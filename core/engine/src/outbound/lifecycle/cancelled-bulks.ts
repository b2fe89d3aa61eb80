import { FACES } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { type FinishTools, finishMessages } from './finish.ts'
import { type BulkName, takeCancelled } from './scheduled-batches.ts'

/** Batches ended in one transaction: a few thousand messages. */
const STEP = 16

/**
 * Ends the messages of some cancelled batches, of one bulk or of all: each is credited back and gets its final event.
 * Resolves with the number of messages ended, undefined when no cancelled batch is left.
 */
export function cancelStep(sql: Sql, tools: FinishTools, bulk?: BulkName): Promise<number | undefined> {
  return sql.begin(async (tx) => {
    const smsIds = await takeCancelled(tx, bulk, STEP)
    if (smsIds.length === 0) return undefined
    return (await finishMessages(tx, tools, smsIds, 'cancelled', FACES.cancelled.errorId)).length
  }) as Promise<number | undefined>
}
