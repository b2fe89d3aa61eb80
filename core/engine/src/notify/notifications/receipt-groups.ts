import { MOST_RECEIPTS_TOGETHER } from '@heliograph/contracts'
import { notifyOf } from '../../database/codes.ts'
import type { ReceiptSubject } from './find-receipt-subjects.ts'
import type { ReceiptEvent } from './receipt-event.ts'

/** A receipt to be told, with the message that it is of. */
export interface ReportedReceipt {
  readonly event: ReceiptEvent
  readonly subject: ReceiptSubject
}

/** Receipts that go in one request, at least one. */
export type ReceiptGroup = readonly [ReportedReceipt, ...ReportedReceipt[]]

/**
 * Divides receipts that are stored together into those that go in one request each, in their order. So how many share
 * a request follows the load by itself, and a lone one waits for none.
 */
export function groupReceipts(receipts: readonly ReportedReceipt[]): readonly ReceiptGroup[] {
  const groups: [ReportedReceipt, ...ReportedReceipt[]][] = []
  const open = new Map<string, ReportedReceipt[]>()
  for (const receipt of receipts) {
    const key = keyOf(receipt.subject)
    const group = key === null ? undefined : open.get(key)
    if (group !== undefined && group.length < MOST_RECEIPTS_TOGETHER) group.push(receipt)
    else {
      const begun: [ReportedReceipt] = [receipt]
      groups.push(begun)
      if (key !== null) open.set(key, begun)
    }
  }
  return groups
}

/** What receipts of one request have in common; the channel signs it. Null: a request of its own. */
function keyOf(subject: ReceiptSubject): string | null {
  const { channel_id: channelId, notify_context: context, notify_format: format, notify_instance: instance } = subject
  if (instance === null || !notifyOf(format).together) return null
  return JSON.stringify([channelId, subject.url, instance, context])
}
