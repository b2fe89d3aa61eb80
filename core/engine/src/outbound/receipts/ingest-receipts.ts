import type { MessageState, NetworkReceipt } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import type { Sql, Transaction } from '../../database/database.ts'
import type { MessageEnd } from '../../notify/final-counts.ts'
import { enqueueReceiptsOf } from '../../notify/notifications/notify-receipts.ts'
import { processReceipts, type ReceiptTools } from './process-receipts.ts'
import { linkIdOf } from './receipt-statements.ts'
import {
  type PlainMatch,
  type PlainReceipt,
  plainReceipts,
  type SettledReceipt,
  settlePlainReceipts,
  settleQuietReceipts,
} from './settle-plain-receipts.ts'
import { tellReceipts } from './tell-receipts.ts'
import { keepUnmatched, rematch } from './unmatched-receipts.ts'

/** Takes a batch of receipts; the same batch again changes nothing more. */
export type IngestReceipts = (receipts: readonly NetworkReceipt[]) => Promise<void>

/**
 * Creates the intake of receipts. It takes as few round trips as possible: one while no client has to be notified, one
 * in a transaction with the notifications, and more for unusual receipts. `onKept` is called before receipts that fit
 * nothing yet are committed, with the network's id of each.
 */
export function createReceiptIngest(
  sql: Sql,
  tools: ReceiptTools,
  onKept: (networkId: string) => void,
): IngestReceipts {
  // Whether the last batch had clients to notify: the next one usually has too, so its transaction is begun at once.
  let isNotifying = false

  /** Resolves with the plain receipts of which a client has to be notified; they are not settled. */
  async function settleQuiet(plain: readonly PlainReceipt[], left: Set<number>): Promise<readonly PlainReceipt[]> {
    const isWatched = tools.changeNotes?.isWatched === true
    const matches = await settleQuietReceipts(sql, plain, tools.floorId(), isWatched)
    const toNotify = new Set(matches.filter((match) => match.needs_notification).map((match) => match.receipt))
    const settled = matches.filter((match) => !match.needs_notification)
    note(settled, left)
    for (const { link, state } of endsOf(plain, settled)) tools.finals?.add(link, state)
    if (isWatched) tools.changeNotes?.noteMessages(settled.flatMap(({ sms_id: smsId }) => smsId ?? []))
    isNotifying = toNotify.size > 0
    return plain.filter(({ index }) => toNotify.has(index))
  }

  async function settleNotified(
    tx: Transaction,
    receipts: readonly NetworkReceipt[],
    plain: readonly PlainReceipt[],
    left: Set<number>,
  ): Promise<void> {
    const settled = await settlePlainReceipts(tx, plain, tools.floorId())
    note(settled, left)
    tools.finals?.addAfter(tx, endsOf(plain, settled))
    if (tools.changeNotes?.isWatched)
      tools.changeNotes.noteMessagesAfter(
        tx,
        settled.map((match) => match.sms_id),
      )
    tellReceipts(tx, tools, receipts, settled)
    const toNotify = settled.filter((match) => match.needs_notification)
    isNotifying = toNotify.length > 0
    if (toNotify.length > 0) await enqueueReceiptsOf(tx, tools, toNotify.map(toEvent(plain)), toNotify)
  }

  function note(settled: readonly PlainMatch[], left: Set<number>): void {
    for (const { receipt, link } of settled) {
      left.delete(receipt)
      tools.counts.matched(link)
    }
  }

  async function settleOthers(
    tx: Transaction,
    receipts: readonly NetworkReceipt[],
  ): Promise<readonly NetworkReceipt[]> {
    if (receipts.length === 0) return []
    const kept = (await processReceipts(tx, tools, receipts)).map((index) => receipts[index] as NetworkReceipt)
    if (kept.length === 0) return []
    // Before the commit, because whatever records a submission after it has to look for these receipts.
    for (const { networkId } of kept) onKept(networkId)
    await keepUnmatched(tx, tools, kept)
    for (const receipt of kept) tools.counts.kept(linkIdOf(receipt) ?? receipt.carrier)
    return kept
  }

  return async (receipts) => {
    const left = new Set(receipts.keys())
    let plain = plainReceipts(receipts)
    // Steps name requests, which only the other way loads.
    if (!isNotifying && !tools.steps?.isWatched && plain.length > 0) plain = await settleQuiet(plain, left)
    if (left.size === 0) return
    const kept = await sql.begin(async (tx) => {
      const open = new Set(left)
      if (plain.length > 0) await settleNotified(tx, receipts, plain, open)
      return settleOthers(
        tx,
        [...open].map((index) => receipts[index] as NetworkReceipt),
      )
    })
    // Their submissions may have been committed in the meantime, by a transaction that could not see these receipts
    // yet.
    if (kept.length > 0) {
      await rematch(
        sql,
        tools,
        kept.map((receipt) => receipt.networkId),
      )
    }
  }
}

function endsOf(plain: readonly PlainReceipt[], settled: readonly PlainMatch[]): readonly MessageEnd[] {
  const states: MessageState[] = []
  for (const { index, state } of plain) states[index] = state
  return settled.map(({ receipt, link }) => ({ link, state: states[receipt] as MessageState }))
}

function toEvent(
  plain: readonly PlainReceipt[],
): (match: SettledReceipt) => Parameters<typeof enqueueReceiptsOf>[2][number] {
  const byIndex = new Map(plain.map((receipt) => [receipt.index, receipt]))
  return (match) => {
    const { receipt, state } = byIndex.get(match.receipt) as PlainReceipt
    return {
      smsId: match.sms_id,
      state,
      networkId: match.network_id,
      at: receipt.doneAt,
      errorId: receipt.errorId ?? STATUS_FORMS[state].errorId,
    }
  }
}
