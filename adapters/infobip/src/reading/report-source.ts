import type { MessageRecord, Principal, ReportFilter, Reports } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import type { Candidate, Source } from './read-once.ts'

/** Messages of a page. */
const PAGE = 1_000

/** A stretch of time is not divided further; its messages may have been accepted by one request. */
const SHORTEST_MS = 1_000

/** Searches of one reading. From two days to a second it takes 18, and what is left comes with the next reading. */
const SEARCHES = 60

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
      const found: Candidate<MessageRecord>[] = []
      let fromMs = sinceMs
      let widthMs = untilMs - sinceMs
      for (let search = 0; search < SEARCHES && fromMs < untilMs && found.length < PAGE; search += 1) {
        const endMs = Math.min(fromMs + widthMs, untilMs)
        let page = await find(fromMs, endMs)
        if (page.next !== undefined && widthMs > SHORTEST_MS) {
          widthMs = Math.ceil(widthMs / 2)
          continue
        }
        for (const record of page.records) found.push(candidateOf(record))
        while (page.next !== undefined) {
          page = await find(fromMs, endMs, page.next)
          for (const record of page.records) found.push(candidateOf(record))
        }
        fromMs = endMs
        widthMs *= 2
      }
      return { found, endMs: fromMs }
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
