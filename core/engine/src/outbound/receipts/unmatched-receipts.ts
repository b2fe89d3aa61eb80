import type { NetworkReceipt, ReceiptStatus } from '@heliograph/contracts'
import { canonicalNetworkId, networkIdCandidates, parseLinkId } from '@heliograph/messaging'
import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import { processReceipts, type ReceiptTools } from './process-receipts.ts'
import { adoptNetworkId, findHeld, linkIdOf } from './receipt-statements.ts'

/** The chore that tries them again. */
export const UNMATCHED_RECEIPTS = 'unmatched receipts'

/** A receipt waits this long for its submission before it may settle a message of unknown outcome. */
const HOLD_AFTER_SECONDS = 60

/** After this long no submission is expected any more. */
const KEEP_HOURS = 96

/**
 * Waits before each new try of a receipt; the last repeats. Recording a submission already looks for its receipts, so
 * these tries are for what that misses; the third comes once `HOLD_AFTER_SECONDS` are over.
 */
const RETRY_SECONDS = [1, 5, 60, 300, 3_600]

const SWEEP_BATCH = 500

interface UnmatchedRow {
  readonly receipt_id: number
  readonly carrier: string
  readonly link: string | null
  readonly network_id: string
  readonly recipient: string | null
  readonly status: ReceiptStatus
  readonly network_status: string
  readonly error_id: number | null
  readonly done_at: Date
  readonly is_old: boolean
  readonly is_hopeless: boolean
}

/** Keeps receipts that fit no submission yet. */
export async function keepUnmatched(
  tx: Transaction,
  tools: ReceiptTools,
  receipts: readonly NetworkReceipt[],
): Promise<void> {
  const rows = await tx<DueRow[]>`
    insert into unmatched_receipt (
      carrier, link, network_id, candidates, recipient, status, network_status, error_id, done_at, due_at
    )
    select carrier, link, network_id, candidates::text[], recipient, status, network_status, error_id, done_at,
      now() + ${RETRY_SECONDS[0] as number}::integer * interval '1 second'
    from unnest(
      ${textArray(receipts.map((receipt) => receipt.carrier))}::text[],
      ${textArray(receipts.map(linkIdOf))}::text[],
      ${textArray(receipts.map((receipt) => receipt.networkId))}::text[],
      ${textArray(receipts.map((receipt) => textArray(networkIdCandidates(receipt.networkId))))}::text[],
      ${textArray(receipts.map((receipt) => receipt.to ?? null))}::text[],
      ${textArray(receipts.map((receipt) => receipt.status))}::text[],
      ${textArray(receipts.map((receipt) => receipt.networkStatus))}::text[],
      ${numberArray(receipts.map((receipt) => receipt.errorId))}::integer[],
      ${timeArray(receipts.map((receipt) => receipt.doneAt.getTime()))}::timestamptz[]
    ) as given (carrier, link, network_id, candidates, recipient, status, network_status, error_id, done_at)
    returning due_at`
  noteDue(tools, rows)
}

/** Tries receipts again that wait for one of these ids, which have just been recorded. */
export async function rematch(sql: Sql, tools: ReceiptTools, networkIds: readonly string[]): Promise<void> {
  const keys = [...new Set(networkIds.map(canonicalNetworkId))]
  await sql.begin(async (tx) => {
    const rows = await tx<UnmatchedRow[]>`
      select *, false as is_old, false as is_hopeless from unmatched_receipt
      where candidates && ${textArray(keys)}::text[] order by receipt_id for update skip locked`
    if (rows.length > 0) await tryAgain(tx, tools, rows)
  })
}

/**
 * Tries the receipts that are due: those that fit by now are matched, those that have waited for a minute may settle a
 * message of unknown outcome, and the others wait longer than before. Resolves with how many were given up.
 */
export async function sweepUnmatched(sql: Sql, tools: ReceiptTools): Promise<number> {
  let gone = 0
  for (;;) {
    const page = await sql.begin(async (tx) => {
      const rows = await tx<UnmatchedRow[]>`
        select *, received_at < now() - ${HOLD_AFTER_SECONDS}::integer * interval '1 second' as is_old,
          received_at <= now() - ${KEEP_HOURS}::integer * interval '1 hour' as is_hopeless
        from unmatched_receipt
        where due_at <= now() order by due_at limit ${SWEEP_BATCH}::integer for update skip locked`
      const missing = rows.length === 0 ? [] : await tryAgain(tx, tools, rows)
      const hopeless = missing.filter((row) => row.is_hopeless)
      await removeReceipts(tx, hopeless)
      await waitLonger(
        tx,
        tools,
        missing.filter((row) => !row.is_hopeless),
      )
      return { size: rows.length, gone: hopeless.length }
    })
    gone += page.gone
    if (page.size < SWEEP_BATCH) return gone
  }
}

/** Resolves with the receipts that still fit nothing. */
async function tryAgain(
  tx: Transaction,
  tools: ReceiptTools,
  rows: readonly UnmatchedRow[],
): Promise<readonly UnmatchedRow[]> {
  const unmatched = new Set(await processReceipts(tx, tools, rows.map(toReceipt)))
  const old = rows.filter((row, index) => row.is_old && unmatched.has(index))
  const settled = new Set(await settleHeld(tx, tools, old))
  if (settled.size > 0) await processReceipts(tx, tools, [...settled].map(toReceipt))
  const isMissing = (row: UnmatchedRow, index: number) => unmatched.has(index) && !settled.has(row)
  const missing = rows.filter(isMissing)
  const done = rows.filter((row, index) => !isMissing(row, index))
  for (const row of done) tools.counts.found(row.link ?? row.carrier)
  await removeReceipts(tx, done)
  return missing
}

async function removeReceipts(tx: Transaction, rows: readonly UnmatchedRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx`
    delete from unmatched_receipt
    where receipt_id = any(${numberArray(rows.map((row) => row.receipt_id))}::bigint[])`
}

async function waitLonger(tx: Transaction, tools: ReceiptTools, rows: readonly UnmatchedRow[]): Promise<void> {
  if (rows.length === 0) return
  const later = await tx<DueRow[]>`
    update unmatched_receipt set
      tries = tries + 1,
      due_at = least(
        now() + waits.seconds[least(tries + 2, cardinality(waits.seconds))] * interval '1 second',
        received_at + ${KEEP_HOURS}::integer * interval '1 hour'
      )
    from (select ${numberArray(RETRY_SECONDS)}::integer[] as seconds) as waits
    where receipt_id = any(${numberArray(rows.map((row) => row.receipt_id))}::bigint[])
    returning due_at`
  noteDue(tools, later)
}

interface DueRow {
  readonly due_at: Date
}

/** Before the commit, which comes long before they are due; what misses it all the same is found a little later. */
function noteDue(tools: ReceiptTools, rows: readonly DueRow[]): void {
  for (const { due_at: dueAt } of rows) tools.receiptsDue(dueAt)
}

/**
 * A receipt with an unknown id, for a recipient with exactly one message of unknown outcome on that link (on the
 * carrier, when the receipt names no link), is for that message, for its first part that has no id yet. Gives those
 * parts the ids of their receipts and resolves with the receipts.
 */
async function settleHeld(
  tx: Transaction,
  tools: ReceiptTools,
  rows: readonly UnmatchedRow[],
): Promise<readonly UnmatchedRow[]> {
  const named = rows.filter((row) => row.recipient !== null)
  if (named.length === 0) return []
  const receipts = named.map(toReceipt)
  const candidates = groupBy(await findHeld(tx, receipts, tools.floorId()), ({ receipt }) => receipt)
  const taken = new Set<string>()
  const settled: UnmatchedRow[] = []
  for (const [index, found] of candidates) {
    const receipt = receipts[index] as NetworkReceipt
    if (new Set(found.map((part) => part.sms_id)).size > 1) continue
    const held = found.find((part) => !taken.has(`${part.sms_id} ${part.part}`))
    if (held === undefined) continue
    taken.add(`${held.sms_id} ${held.part}`)
    await adoptNetworkId(tx, held, receipt)
    tools.changeNotes?.noteMessagesAfter(tx, [held.sms_id])
    settled.push(named[index] as UnmatchedRow)
  }
  if (settled.length > 0) tools.changeNotes?.noteEverywhereAfter(tx, 'unknown')
  return settled
}

function toReceipt(row: UnmatchedRow): NetworkReceipt {
  return {
    carrier: row.carrier,
    link: row.link === null ? undefined : parseLinkId(row.link).name,
    networkId: row.network_id,
    to: row.recipient ?? undefined,
    status: row.status,
    networkStatus: row.network_status,
    errorId: row.error_id,
    doneAt: row.done_at,
  }
}
