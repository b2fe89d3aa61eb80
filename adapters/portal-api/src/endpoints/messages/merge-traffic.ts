import type { MessageRecord, ReceivedPage, ReceivedRecord, ReportPage } from '@heliograph/contracts'

/** Something that was sent or received. Ids of both are from one sequence. */
export type TrafficEntry =
  | { readonly direction: 'sent'; readonly id: number; readonly message: MessageRecord }
  | { readonly direction: 'received'; readonly id: number; readonly received: ReceivedRecord }

export interface TrafficPage {
  readonly records: readonly TrafficEntry[]
  readonly next: number | undefined
}

/**
 * Merges a page of each side, highest id first, at most `limit`. It ends where one side has been read no further,
 * because the next entry could belong to that side.
 */
export function mergeTraffic(sent: ReportPage, incoming: ReceivedPage, limit: number): TrafficPage {
  const readTo = Math.max(sent.next ?? 0, incoming.next ?? 0)
  const entries = [
    ...sent.records.map((message) => ({ direction: 'sent', id: message.smsId, message }) as const),
    ...incoming.records.map((received) => ({ direction: 'received', id: received.incomingId, received }) as const),
  ]
  const whole = entries.filter(({ id }) => id >= readTo).sort((a, b) => b.id - a.id)
  const records = whole.slice(0, limit)
  if (records.length < whole.length) return { records, next: records.at(-1)?.id }
  return { records, next: readTo === 0 ? undefined : readTo }
}
