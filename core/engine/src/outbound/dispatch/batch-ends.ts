import { MicroBatch } from '../../database/micro-batch.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { retryForever } from '../../database/retry-forever.ts'
import { holdLease } from '../../ownership/lease-lost.ts'
import { type ReturnedBatch, removeBatches, returnBatches } from '../batches/batch-statements.ts'
import { closeAttempts } from '../lifecycle/attempts.ts'
import { addHistory, type HistoryRow } from '../lifecycle/history-rows.ts'

/** Batches that end within this time are removed together. */
const GATHER_MS = 50

export interface BatchEndsOptions extends NodeTools {
  readonly ids: RecordIds
  readonly lease: number
  /** Stops waiting for a database that is away. */
  readonly signal: AbortSignal
}

/**
 * Records that this node no longer has batches. A failure is only logged, because the batches are freed with the node's
 * lease.
 */
export interface BatchEnds {
  /** Removes a batch of which every message is settled. */
  remove(batchId: number): Promise<void>
  /**
   * Gives batches back for other nodes to take. `unsent`: messages that no link has.
   * `detours`: those of these messages.
   */
  giveBack(batches: readonly ReturnedBatch[], unsent: readonly number[], detours: readonly HistoryRow[]): Promise<void>
  /** Resolves once all batches that have ended so far are removed. */
  drained(): Promise<void>
}

export function createBatchEnds(options: BatchEndsOptions): BatchEnds {
  const { sql, clock, logger, ids, lease } = options
  const removals = new MicroBatch<number, undefined>({
    run: async (batchIds) => {
      // Nothing waits for it, and the fewer statements the better.
      await new Promise<void>((resolve) => clock.after(GATHER_MS, resolve))
      await retryForever({ ...options, what: 'removing finished batches' }, () => removeBatches(sql, lease, batchIds))
      return batchIds.map(() => undefined)
    },
    maxItems: 1_000,
    lanes: 1,
  })

  async function write(
    batches: readonly ReturnedBatch[],
    unsent: readonly number[],
    detours: readonly HistoryRow[],
  ): Promise<void> {
    await sql.begin(async (tx) => {
      await holdLease(tx, lease)
      await closeAttempts(tx, unsent, lease)
      await returnBatches(tx, ids, lease, batches)
      await addHistory(tx, detours)
    })
  }

  return {
    remove: (batchId) =>
      removals
        .add(batchId)
        .catch((error: unknown) => logger.warn({ err: error, batchId }, 'a finished batch could not be removed')),
    giveBack: async (batches, unsent, detours) => {
      try {
        await retryForever({ ...options, what: 'giving batches back' }, () => write(batches, unsent, detours))
      } catch (error) {
        logger.warn({ err: error, batches: batches.length }, 'batches could not be released')
      }
    },
    drained: () => removals.drained(),
  }
}
