import { STATUS_FORMS } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import type { BulkName } from '../bulks/bulk-name.ts'
import { findUnsent } from './bulk-messages.ts'
import { type FinishTools, finishMessages } from './finish.ts'
import { takeCancelled } from './scheduled-batches.ts'
import { takeFromBatches } from './waiting-batches.ts'

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
    return (await finishMessages(tx, tools, smsIds, 'cancelled', STATUS_FORMS.cancelled.errorId)).length
  }) as Promise<number | undefined>
}

/** Messages looked at in one transaction. */
const MESSAGES = 1_000

/**
 * Ends those of the next messages of a cancelled bulk that no network can have. They may be in batches that do not say
 * whose they are: a paused bulk need not have been scheduled. Resolves with the id to go on after; undefined: there are
 * no more.
 */
export function cancelUnsentStep(
  sql: Sql,
  tools: FinishTools,
  bulk: BulkName,
  after: number,
): Promise<number | undefined> {
  return sql.begin(async (tx) => {
    const messages = await findUnsent(tx, bulk, after, MESSAGES)
    const taken = await takeFromBatches(tx, messages)
    const smsIds = taken.map(({ smsId }) => smsId)
    await finishMessages(tx, tools, smsIds, 'cancelled', STATUS_FORMS.cancelled.errorId)
    return messages.length < MESSAGES ? undefined : messages.at(-1)?.smsId
  }) as Promise<number | undefined>
}
