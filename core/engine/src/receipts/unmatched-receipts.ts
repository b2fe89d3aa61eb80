import type { NetworkReceipt, ReceiptStatus } from '@heliograph/contracts'
import { canonicalNetworkId, networkIdCandidates, parseLinkId } from '@heliograph/messaging'
import { numberArray, textArray, timeArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import { processReceipts, type ReceiptTools } from './process-receipts.ts'
import { adoptNetworkId, findHeld, type HeldRow, linkIdOf } from './receipt-statements.ts'

/** A receipt waits this long for its submission before it may settle a message of unknown outcome. */
const HOLD_AFTER_SECONDS = 60

/** After this long no submission will come any more. */
const KEEP_HOURS = 96

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
}

/** Keeps receipts that fit no submission yet. */
export async function keepUnmatched(tx: Transaction, receipts: readonly NetworkReceipt[]): Promise<void> {
  await tx`
    insert into unmatched_receipt (
      carrier, link, network_id, candidates, recipient, status, network_status, error_id, done_at
    )
    select carrier, link, network_id, candidates::text[], recipient, status, network_status, error_id, done_at
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
    ) as given (carrier, link, network_id, candidates, recipient, status, network_status, error_id, done_at)`
}

/** Tries receipts again that wait for one of these ids, which have just been recorded. */
export async function rematch(sql: Sql, tools: ReceiptTools, networkIds: readonly string[]): Promise<void> {
  const keys = [...new Set(networkIds.map(canonicalNetworkId))]
  await sql.begin(async (tx) => {
    const rows = await tx<UnmatchedRow[]>`
      select *, false as is_old from unmatched_receipt
      where candidates && ${textArray(keys)}::text[] order by receipt_id for update skip locked`
    if (rows.length > 0) await tryAgain(tx, tools, rows)
  })
}

/**
 * Goes once through the receipts that wait, oldest first: whoever fits by now is matched, whoever waited in vain for a minute may settle a message of unknown
 * outcome, and what is too old goes. Resolves with how many were let go.
 */
export async function sweepUnmatched(sql: Sql, tools: ReceiptTools): Promise<number> {
  let after = 0
  for (;;) {
    const last = await sql.begin(async (tx) => {
      const rows = await tx<UnmatchedRow[]>`
        select *, received_at < now() - ${HOLD_AFTER_SECONDS}::integer * interval '1 second' as is_old
        from unmatched_receipt
        where receipt_id > ${after}::bigint and received_at < now() - interval '1 second'
        order by receipt_id limit ${SWEEP_BATCH}::integer for update skip locked`
      if (rows.length > 0) await tryAgain(tx, tools, rows)
      return rows.length < SWEEP_BATCH ? undefined : rows.at(-1)?.receipt_id
    })
    if (last === undefined) break
    after = last
  }
  const gone = await sql`
    delete from unmatched_receipt where received_at < now() - ${KEEP_HOURS}::integer * interval '1 hour' returning 1`
  return gone.length
}

async function tryAgain(tx: Transaction, tools: ReceiptTools, rows: readonly UnmatchedRow[]): Promise<void> {
  const missing = new Set(await processReceipts(tx, tools, rows.map(toReceipt)))
  const settled = await settleHeld(
    tx,
    tools,
    rows.filter((row, index) => row.is_old && missing.has(index)),
  )
  if (settled.length > 0) await processReceipts(tx, tools, settled.map(toReceipt))
  const done = rows.filter((row, index) => !missing.has(index) || settled.includes(row))
  if (done.length > 0) {
    for (const row of done) tools.counts?.found(row.link ?? row.carrier)
    await tx`
      delete from unmatched_receipt
      where receipt_id = any(${numberArray(done.map((row) => row.receipt_id))}::bigint[])`
  }
}

/**
 * A receipt with an unknown id, for a recipient with exactly one message of unknown outcome on that link (on the carrier, when the receipt does not tell the
 * link), is for that message: for its first part that has no id yet. Gives those parts the ids of their receipts and resolves with these.
 */
async function settleHeld(
  tx: Transaction,
  tools: ReceiptTools,
  rows: readonly UnmatchedRow[],
): Promise<readonly UnmatchedRow[]> {
  const named = rows.filter((row) => row.recipient !== null)
  if (named.length === 0) return []
  const candidates = new Map<number, HeldRow[]>()
  const receipts = named.map(toReceipt)
  for (const held of await findHeld(tx, receipts, tools.floorId())) {
    candidates.set(held.receipt, [...(candidates.get(held.receipt) ?? []), held])
  }
  const taken = new Set<string>()
  const settled: UnmatchedRow[] = []
  for (const [index, found] of candidates) {
    const receipt = receipts[index] as NetworkReceipt
    if (new Set(found.map((part) => part.sms_id)).size > 1) continue
    const held = found.find((part) => !taken.has(`${part.sms_id} ${part.part}`))
    if (held === undefined) continue
    taken.add(`${held.sms_id} ${held.part}`)
    await adoptNetworkId(tx, held, receipt.networkId, canonicalNetworkId(receipt.networkId))
    settled.push(named[index] as UnmatchedRow)
  }
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
