import type { NetworkReceipt } from '@heliograph/contracts'
import { isFinal, STATUS_FORMS } from '@heliograph/messaging'
import type { Transaction } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import type { MessageEnd } from '../../notify/final-counts.ts'
import { enqueueReceiptWebhooks } from '../../notify/notifications/notify-receipts.ts'
import type { ReceiptEvent } from '../../notify/notifications/receipt-event.ts'
import type { PushTools } from '../../notify/sessions/push-tools.ts'
import { addHistory, findNotedReads } from '../lifecycle/history-rows.ts'
import { loadParts } from '../lifecycle/sent-parts.ts'
import { applyReceipt, type MessageSnapshot } from './apply-receipt.ts'
import { chooseMatches } from './choose-match.ts'
import type { ReceiptCounts } from './receipt-counts.ts'
import { ReceiptNotes, type StatesBefore } from './receipt-notes.ts'
import { linkIdOf, type MatchRow, matchReceipts, type ReceiptChange, writeChanges } from './receipt-statements.ts'
import { tellReceipts } from './tell-receipts.ts'

export interface ReceiptTools extends PushTools {
  /** Submissions below this id are too old to be reported on. */
  floorId(): number
  /** Which parts' receipts decide on this link (`<instance>/<name>`). */
  receiptsOf(link: string): MessageSnapshot['receipts']
  /** Call when receipts that wait for a time are stored. */
  receiptsDue(at: Date): void
  /** Counts every receipt. */
  readonly counts: ReceiptCounts
}

/**
 * Matches receipts of any kind, updates parts and messages, and notifies clients. Takes one transaction and a handful
 * of statements for any number of receipts; nearly all receipts are settled by less (`settlePlainReceipts`).
 *
 * Resolves with the indexes of the receipts that fit no submission.
 */
export async function processReceipts(
  tx: Transaction,
  tools: ReceiptTools,
  receipts: readonly NetworkReceipt[],
): Promise<readonly number[]> {
  const matches = chooseMatches(receipts, await findMatches(tx, receipts, tools.floorId()))
  const messages = await snapshots(tx, tools, [...matches.values()])
  const changes: ReceiptChange[] = []
  const notes = new ReceiptNotes(tools.clock.now())
  const read = await findRead(tx, receipts, matches)
  const events: ReceiptEvent[] = []
  const ends: MessageEnd[] = []
  receipts.forEach((receipt, index) => {
    const match = matches.get(index)
    if (match === undefined) return
    tools.counts.matched(linkIdOf(receipt) ?? match.link)
    const before = statesBefore(messages, match)
    if (receipt.status === 'read') {
      if (read.has(match.sms_id)) return
      read.add(match.sms_id)
      const { doneAt: at, networkStatus: readAs } = receipt
      events.push({ smsId: match.sms_id, state: before.message, networkId: match.network_id, at, readAs })
    }
    const change = applyTo(messages, match, receipt)
    notes.note(match, receipt, before, change)
    if (change === undefined) return
    changes.push(change)
    const { smsId, messageState: state, errorId, doneAt } = change
    // Each is told with the id of its own part, also when several of a message come together.
    if (state === undefined) return
    events.push({ smsId, state, networkId: match.network_id, at: new Date(doneAt), errorId })
    if (state !== before.message) ends.push({ link: match.link, state })
  })
  if (changes.length > 0) await writeChanges(tx, lastOfEachPart(changes), lastOfEachMessage(changes))
  tools.finals?.addAfter(tx, ends)
  tools.changeNotes?.noteMessagesAfter(
    tx,
    changes.map(({ smsId }) => smsId),
  )
  tellReceipts(tx, tools, receipts, matches.values())
  await addHistory(tx, notes.rows)
  if (events.length > 0) await enqueueReceiptWebhooks(tx, tools, events)
  return receipts.map((_, index) => index).filter((index) => !matches.has(index))
}

/** Those messages of read receipts that were read before. Without such a receipt there is no statement. */
async function findRead(
  tx: Transaction,
  receipts: readonly NetworkReceipt[],
  matches: ReadonlyMap<number, MatchRow>,
): Promise<Set<number>> {
  const smsIds = [...matches].flatMap(([index, match]) => (receipts[index]?.status === 'read' ? [match.sms_id] : []))
  return smsIds.length === 0 ? new Set() : findNotedReads(tx, smsIds)
}

/**
 * Looks among recent messages first, which takes a partition or two. A receipt that fits none may be for a message that
 * was accepted long ago and sent at its scheduled time; only open ones of those count, since networks reuse their ids.
 * People read messages whenever they like, and networks that report it do not reuse theirs.
 */
async function findMatches(
  tx: Transaction,
  receipts: readonly NetworkReceipt[],
  floorId: number,
): Promise<readonly MatchRow[]> {
  const recent = await matchReceipts(tx, receipts, floorId)
  const found = new Set(recent.map((row) => row.receipt))
  const missing = receipts.map((_, index) => index).filter((index) => !found.has(index))
  if (floorId === 0 || missing.length === 0) return recent
  const rest = missing.map((index) => receipts[index] as NetworkReceipt)
  const old = (await matchReceipts(tx, rest, 0)).filter(
    (row) => !isFinal(row.state) || rest[row.receipt]?.status === 'read',
  )
  return [...recent, ...old.map((row) => ({ ...row, receipt: missing[row.receipt] as number }))]
}

async function snapshots(
  tx: Transaction,
  tools: ReceiptTools,
  rows: readonly MatchRow[],
): Promise<Map<number, MessageSnapshot>> {
  const long = [...new Set(rows.filter((row) => row.parts > 1).map((row) => row.sms_id))]
  // Their states are locked by now, so simultaneous receipts see each other.
  const siblings = groupBy(long.length === 0 ? [] : await loadParts(tx, long), (part) => part.sms_id)
  const messages = new Map<number, MessageSnapshot>()
  for (const row of rows) {
    const parts = siblings.get(row.sms_id)
    messages.set(row.sms_id, {
      smsId: row.sms_id,
      state: row.state,
      receipts: tools.receiptsOf(row.link),
      // For a message of one part every attempt is a new series.
      series: parts === undefined ? row.latest_attempt : Math.max(...parts.map((part) => part.series)),
      parts: parts ?? [{ attempt: row.attempt, series: row.attempt, part: row.part, state: row.part_state }],
    })
  }
  return messages
}

function statesBefore(messages: ReadonlyMap<number, MessageSnapshot>, match: MatchRow): StatesBefore {
  const message = messages.get(match.sms_id)
  const part = message?.parts.find(({ attempt, part }) => attempt === match.attempt && part === match.part)
  return { part: part?.state ?? match.part_state, message: message?.state ?? match.state }
}

/** Applies one receipt and remembers its effect, since the next receipt of the batch may be for the same message. */
function applyTo(
  messages: Map<number, MessageSnapshot>,
  match: MatchRow,
  receipt: NetworkReceipt,
): ReceiptChange | undefined {
  const message = messages.get(match.sms_id)
  if (message === undefined) return undefined
  const effect = applyReceipt(message, match.attempt, match.part, receipt)
  if (effect.part === undefined) return undefined
  const partState = effect.part
  const parts = message.parts.map((part) =>
    part.attempt === match.attempt && part.part === match.part ? { ...part, state: partState } : part,
  )
  messages.set(match.sms_id, { ...message, state: effect.message ?? message.state, parts })
  return {
    smsId: match.sms_id,
    attempt: match.attempt,
    part: match.part,
    partState,
    messageState: effect.message,
    networkStatus: receipt.networkStatus,
    errorId: receipt.errorId ?? STATUS_FORMS[partState].errorId,
    doneAt: receipt.doneAt.getTime(),
    final: isFinal(partState),
  }
}

/** A statement may update a row only once, so the last change of a part replaces those before it. */
function lastOfEachPart(changes: readonly ReceiptChange[]): readonly ReceiptChange[] {
  return [...new Map(changes.map((change) => [`${change.smsId} ${change.attempt} ${change.part}`, change])).values()]
}

/** Likewise for messages; not every change of a part changes its message. */
function lastOfEachMessage(changes: readonly ReceiptChange[]): readonly ReceiptChange[] {
  const news = changes.filter((change) => change.messageState !== undefined)
  return [...new Map(news.map((change) => [change.smsId, change])).values()]
}
