import type { StateEntry, StateStore } from '@heliograph/contracts'
import { checkStateEntry, checkStateIncrement, checkStateList, stateNotANumber } from '@heliograph/messaging'
import { isDataFault, type Queryable, type Sql } from '../../database/database.ts'
import { MicroBatch } from '../../database/micro-batch.ts'
import { NO_OUTAGE, type Outage } from '../../database/outage.ts'
import { KeyedQueue } from '../../database/queues/keyed-queue.ts'
import { retryRolledBack } from '../../database/retry-rolled-back.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'
import {
  addEntries,
  countEntries,
  deleteEntries,
  findEntries,
  increaseEntries,
  listEntries,
  replaceEntries,
  type StateKey,
  type StoredEntry,
  setEntries,
  slotOf,
} from './state-statements.ts'

/** Entries that are deleted at once. */
const STEP = 1_000

/** Entries in one statement: a few megabytes at their longest. */
const BATCH_ENTRIES = 500
const LANES = 2

/**
 * Creates the `StateStore` service. Entries expire by the clock of the database, which all nodes share. Calls of one
 * kind that arrive at the same time share a statement; those that write the same key follow each other.
 */
export function createStateStore(sql: Sql, outage: Outage = NO_OUTAGE): StateStore {
  const asking = <T>(ask: () => Promise<T>) => serviceAnswer(outage.answerOf(Promise.resolve().then(ask)))
  const found = inBatches(sql, findEntries)
  const set = inBatches(sql, setEntries)
  const added = inBatches(sql, addEntries)
  const replaced = inBatches(sql, replaceEntries)
  const deleted = inBatches(sql, deleteEntries)
  // A batch adds up what is for the same key, so these need no queue.
  const increased = inBatches(sql, increaseEntries)
  const queue = new KeyedQueue()

  function write<T extends StateKey, R>(batch: MicroBatch<T, R>, item: T): Promise<R> {
    return queue.run(slotOf(item), () => batch.add(item))
  }

  return {
    of: (id) => {
      const instance = storableText(id)
      return {
        get: (key) => asking(() => found.add({ instance, key: storableText(key) })),
        set: (entry) => asking(() => write(set, storableEntry(instance, entry))),
        add: (entry) => asking(() => write(added, storableEntry(instance, entry))),
        replace: (expected, entry) =>
          asking(() => write(replaced, { ...storableEntry(instance, entry), expected: storableText(expected) })),
        delete: (key) => asking(() => write(deleted, { instance, key: storableText(key) })),
        increment: (increment) =>
          asking(async () => {
            const { key, by, expiresAt } = checkStateIncrement(increment)
            const addition = { instance, key: storableText(key), by, expiresAt: expiresAt.toISOString() }
            const sum = await increased.add(addition)
            if (sum === undefined) throw stateNotANumber()
            return sum
          }),
        list: (options = {}) =>
          asking(async () => {
            const { prefix, after, limit } = checkStateList(options)
            const range = { instance, prefix: storableText(prefix), after: storableText(after) }
            const entries = await listEntries(sql, range, limit)
            return { entries, next: entries.length < limit ? null : (entries.at(-1)?.key ?? null) }
          }),
        count: (prefix = '') => asking(() => countEntries(sql, { instance, prefix: storableText(prefix), after: '' })),
      }
    },
  }
}

/** Deletes expired entries. Resolves with how many. */
export async function dropExpiredState(sql: Sql): Promise<number> {
  let dropped = 0
  while (true) {
    const deleted = await sql`
      delete from instance_state where ctid in (
        select ctid from instance_state where expires_at <= now() order by expires_at limit ${STEP}::integer
        for update skip locked
      )`
    dropped += deleted.count
    if (deleted.count < STEP) return dropped
  }
}

/** Each batch is one statement, so that a batch that fails has changed nothing. */
function inBatches<T, R>(
  sql: Sql,
  run: (sql: Queryable, items: readonly T[]) => Promise<readonly R[]>,
): MicroBatch<T, R> {
  return new MicroBatch({
    run: (items) => retryRolledBack(() => run(sql, items)),
    maxItems: BATCH_ENTRIES,
    lanes: LANES,
    isolate: isDataFault,
  })
}

/** An entry of an instance. Throws for one that cannot be stored, before it could spoil a batch. */
export function storableEntry(instance: string, entry: StateEntry): StoredEntry {
  checkStateEntry(entry)
  const { key, value, expiresAt } = entry
  return { instance, key: storableText(key), value: storableText(value), expiresAt: expiresAt.toISOString() }
}
