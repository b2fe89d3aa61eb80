import type { MessageRecord, Principal, ReportFilter, Reports } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import type { Candidate, Source } from './read-once.ts'

/** Messages of a page. */
const PAGE = 1_000

/** A stretch of time is not divided further; its messages may have been accepted by one request. */
const SHORTEST_MS = 1_000

/** Ids that are looked up together. */
const IDS_AT_ONCE = 5_000

/** Messages of a client by the time of their acceptance, ready to be given when they have ended. */
export function reportSource(
  reports: Reports,
  principal: Principal,
  filter: Omit<ReportFilter, 'limit' | 'since' | 'until'>,
  signal: AbortSignal,
): Source<MessageRecord> {
  const find = (sinceMs: number, untilMs: number, before?: number) => {
    const stretch = { since: new Date(sinceMs), until: new Date(untilMs), limit: PAGE, before }
    return reports.find(principal, { ...filter, ...stretch }, { signal })
  }
  return {
    async between(sinceMs, untilMs) {
      let endMs = untilMs
      for (;;) {
        const { next, records } = await find(sinceMs, endMs)
        if (next === undefined) return { found: records.map(candidateOf), endMs }
        if (endMs - sinceMs > SHORTEST_MS) {
          endMs = sinceMs + Math.ceil((endMs - sinceMs) / 2)
          continue
        }
        const found = records.map(candidateOf)
        for (let before: number | undefined = next; before !== undefined; ) {
          const page = await find(sinceMs, endMs, before)
          for (const record of page.records) found.push(candidateOf(record))
          before = page.next
        }
        return { found, endMs }
      }
    },
    async byIds(ids) {
      const found: Candidate<MessageRecord>[] = []
      for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
        const records = await reports.findByIds(principal, ids.slice(start, start + IDS_AT_ONCE), { signal })
        for (const record of records.values()) found.push(candidateOf(record))
      }
      return found
    },
    compare: (a, b) => timeOf(a) - timeOf(b) || a.smsId - b.smsId,
  }
}

function candidateOf(record: MessageRecord): Candidate<MessageRecord> {
  return { id: record.smsId, atMs: record.acceptedAt.getTime(), isReady: isFinal(record.state), record }
}

function timeOf({ acceptedAt, doneAt }: MessageRecord): number {
  return (doneAt ?? acceptedAt).getTime()
}
