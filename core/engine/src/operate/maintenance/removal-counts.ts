import type { Metrics } from '@heliograph/contracts'

/** Data that is dropped by whole tables ... */
const BY_TABLE = ['messages', 'incoming', 'webhooks', 'words', 'ledger', 'requests'] as const
/** ... and data that is removed row by row; messages where a client has a retention of its own. */
const BY_ROW = ['messages', 'incoming', 'texts', 'uploads', 'audit', 'contact-audit', 'figures'] as const

/** Counts what this node removes because its retention has ended. */
export interface RemovalCounts {
  /** Data of a range of ids, of a month, or of a day. */
  dropped(data: (typeof BY_TABLE)[number], ranges?: number): void
  removed(data: (typeof BY_ROW)[number], rows: number): void
}

/** Each count exists from the start, with 0. */
export function createRemovalCounts(metrics: Metrics): RemovalCounts {
  const dropped = metrics.counter('retention_dropped_ranges', 'Ranges, months or days whose data retention dropped', [
    'data',
  ])
  const removed = metrics.counter('retention_removed_rows', 'Rows, or texts, that retention removed', ['data'])
  for (const data of BY_TABLE) dropped.add(0, { data })
  for (const data of BY_ROW) removed.add(0, { data })
  return {
    dropped: (data, ranges = 1) => dropped.add(ranges, { data }),
    removed: (data, rows) => removed.add(rows, { data }),
  }
}
