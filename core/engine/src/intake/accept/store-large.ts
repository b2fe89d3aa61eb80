import { isCreditExceeded } from '../../accounts/credit.ts'
import { chunksOf } from '../../database/chunks.ts'
import { isDatabaseAway, type Sql, type Transaction } from '../../database/database.ts'
import type { PreparedRequest } from './prepare.ts'
import { type StoreResult, storeMessages } from './store-messages.ts'
import type { CommonStoreOptions } from './store-statement.ts'
import { ALL_STORED, NothingStored } from './store-with-recovery.ts'

/** Rows per statement: about 20 ms of the database's time at most. */
const ROWS_PER_STATEMENT = 500

/**
 * Stores a large request in one transaction of many statements, between which other work gets its turn.
 *
 * It is paid for at the end, so that the client's balance is not locked meanwhile. If the credit turns out to be too
 * low, everything is undone: an atomic request is refused; of any other request, the messages that can be paid for are
 * stored, this time with the balance locked from the start.
 */
export async function storeLarge(
  sql: Sql,
  request: PreparedRequest,
  options: CommonStoreOptions,
): Promise<StoreResult> {
  try {
    return await inTransaction(sql, (tx) => storeAll(tx, request, options))
  } catch (error) {
    if (!(error instanceof CreditExceeded) && !isCreditExceeded(error)) throw error
    if (request.atomic) return { ...ALL_STORED, unpaid: request.rows.map((row) => row.smsId) }
    return inTransaction(sql, (tx) => storeUntilOut(tx, request, options))
  }
}

/** Throws `NothingStored` when the connection breaks, or the pool's deadline passes, before the commit. */
async function inTransaction(sql: Sql, run: (tx: Transaction) => Promise<StoreResult>): Promise<StoreResult> {
  let isCommitting = false
  try {
    return (await sql.begin(async (tx) => {
      const result = await run(tx)
      isCommitting = true
      return result
    })) as StoreResult
  } catch (error) {
    if (isCommitting || !isDatabaseAway(error)) throw error
    throw new NothingStored(error)
  }
}

async function storeAll(tx: Transaction, request: PreparedRequest, options: CommonStoreOptions): Promise<StoreResult> {
  const results: StoreResult[] = []
  let spent = '0'
  for (const rows of chunksOf(request.rows, ROWS_PER_STATEMENT)) {
    const result = await storeMessages(tx, rows, { ...options, payment: { spent } })
    if (result.isSpent) throw new CreditExceeded()
    spent = result.spent
    results.push(result)
  }
  const stored = merge(results)
  const refused = new Set([...stored.optedOut, ...stored.duplicates])
  const first = request.rows.find((row) => !refused.has(row.smsId))
  if (first !== undefined) await debit(tx, request.clientId, spent, first.smsId)
  return stored
}

/** Stores the rows in order; nothing is stored after the first that cannot be paid for. */
async function storeUntilOut(
  tx: Transaction,
  request: PreparedRequest,
  options: CommonStoreOptions,
): Promise<StoreResult> {
  const results: StoreResult[] = []
  let isOut = false
  for (const rows of chunksOf(request.rows, ROWS_PER_STATEMENT)) {
    if (isOut) results.push({ ...ALL_STORED, unpaid: rows.map((row) => row.smsId) })
    else {
      const result = await storeMessages(tx, rows, { ...options, payment: 'in-order' })
      isOut = result.unpaid.length > 0
      results.push(result)
    }
  }
  return merge(results)
}

/** Throws the violation of `client_credit_not_negative`. */
async function debit(tx: Transaction, clientId: number, spent: string, smsId: number): Promise<void> {
  await tx`
    with debited as (
      update client_credit set credit = credit - ${spent}::numeric
      where client_id = ${clientId}::bigint and credit is not null and ${spent}::numeric <> 0
      returning client_id
    )
    insert into credit_entry (client_id, amount, reason, sms_id)
    select client_id, -${spent}::numeric, 'send', ${smsId}::bigint from debited`
}

function merge(results: readonly StoreResult[]): StoreResult {
  return {
    ...ALL_STORED,
    batches: results.flatMap((result) => result.batches),
    optedOut: results.flatMap((result) => result.optedOut),
    duplicates: results.flatMap((result) => result.duplicates),
    unpaid: results.flatMap((result) => result.unpaid),
  }
}

/** The messages stored so far cost more than the client has. */
class CreditExceeded extends Error {}
