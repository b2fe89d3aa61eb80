import type { Queryable } from '../../database/database.ts'
import { groupRows } from './group-rows.ts'
import type { AcceptRow } from './prepare.ts'
import { areAlike, storeAlikeRows } from './store-alike-rows.ts'
import { storeMixedRows } from './store-mixed-rows.ts'
import type { StatementRow, StoreInput, StoreOptions } from './store-statement.ts'

/** A batch of stored messages. */
export interface StoredBatch {
  readonly route: string
  readonly priority: number
  readonly line: number | null
  /** Null: at once. */
  readonly sendAt: number | null
  /** Null: it waits in the table. */
  readonly owned: { readonly batchId: number; readonly dueAt: Date; readonly rows: readonly AcceptRow[] } | null
}

/** Which of the given messages were not stored, and why. */
export interface StoreResult {
  readonly batches: readonly StoredBatch[]
  readonly optedOut: readonly number[]
  /** The client has used the supplied id before. */
  readonly duplicates: readonly number[]
  /** The entry that they change was not what they expect. */
  readonly overtaken: readonly number[]
  /** The credit did not suffice. */
  readonly unpaid: readonly number[]
  /** The unpaid messages whose unit alone would fit the credit that is left. */
  readonly affordable: readonly number[]
  /** Clients that nothing was stored for, to be tried again `in-order`. */
  readonly held: readonly number[]
  /** With payment later: the amount due so far, and whether it is more than the client has. */
  readonly spent: string
  readonly isSpent: boolean
}

/**
 * Stores messages, debits credit and adds the batches, always in one statement.
 *
 * Messages to recipients who have opted out, with ids used before, with changes that cannot be made, or beyond the
 * credit are left out.
 */
export async function storeMessages(
  sql: Queryable,
  rows: readonly AcceptRow[],
  options: StoreOptions,
): Promise<StoreResult> {
  const grouped = groupRows(rows, options)
  const batchIds = await options.ids.take(grouped.groups.length)
  const input = { ...options, ...grouped, rows, batchIds }
  const [result] = await (areAlike(input) ? storeAlikeRows : storeMixedRows)(sql, input)
  if (result === undefined) throw new Error('storing messages returned no row')
  return {
    optedOut: result.opted_out,
    duplicates: result.duplicates,
    overtaken: result.overtaken,
    unpaid: result.unpaid,
    affordable: result.affordable,
    held: result.held,
    spent: result.spent,
    isSpent: result.is_spent,
    batches: storedBatches(input, result),
  }
}

function storedBatches(input: StoreInput, result: StatementRow): readonly StoredBatch[] {
  const { rows, groupOfRow, groups, batchIds } = input
  const left = new Set([...result.opted_out, ...result.duplicates, ...result.overtaken, ...result.unpaid])
  const held = new Set(result.held)
  const owned = new Set(result.owned)
  const byGroup = groups.map((): AcceptRow[] => [])
  rows.forEach((row, at) => {
    const isStored = !left.has(row.smsId) && !held.has(row.template.clientId)
    if (isStored) byGroup[groupOfRow[at] as number]?.push(row)
  })
  return groups.flatMap(({ route, priority, line, sendAt }, index): readonly StoredBatch[] => {
    const own = byGroup[index] as readonly AcceptRow[]
    if (own.length === 0) return []
    const batchId = batchIds[index] as number
    return [
      { route, priority, line, sendAt, owned: owned.has(batchId) ? { batchId, dueAt: result.at, rows: own } : null },
    ]
  })
}
