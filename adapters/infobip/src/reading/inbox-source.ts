import type { IncomingMessages, IncomingRecord, Principal } from '@heliograph/contracts'
import type { Candidate, Source } from './read-once.ts'

/** SMS of a page. */
const PAGE = 1_000

/** Incoming SMS of a user by the time they came; all of them are ready to be given. */
export function inboxSource(
  incoming: IncomingMessages,
  principal: Principal,
  signal: AbortSignal,
): Source<IncomingRecord> {
  async function walk(start: { readonly since?: Date; readonly after?: number }): Promise<readonly IncomingRecord[]> {
    const all: IncomingRecord[] = []
    for (let { after } = start; ; ) {
      const page = await incoming.find(principal, { since: start.since, after, limit: PAGE }, { signal })
      all.push(...page.records)
      if (page.next === undefined) return all
      after = page.next
    }
  }
  return {
    async between(sinceMs, untilMs) {
      return { found: (await walk({ since: new Date(sinceMs) })).map(candidateOf), endMs: untilMs }
    },
    async byIds(ids) {
      const wanted = new Set(ids)
      const all = await walk({ after: Math.min(...ids) - 1 })
      return all.filter(({ incomingId }) => wanted.has(incomingId)).map(candidateOf)
    },
    compare: (a, b) => a.incomingId - b.incomingId,
  }
}

function candidateOf(record: IncomingRecord): Candidate<IncomingRecord> {
  return { id: record.incomingId, atMs: record.receivedAt.getTime(), isReady: true, record }
}
