import { requireOperator } from '@heliograph/access'
import type { Unmatched, UnmatchedFilter, UnmatchedPage, UnmatchedReceipt } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { listIncoming } from '../inbound/list-incoming.ts'

const MOST = 1_000

/** Creates the `Unmatched` service. */
export function createUnmatched(sql: Sql): Unmatched {
  return {
    async receipts(principal, filter) {
      requireOperator(principal)
      const page = pageOf(filter)
      return toPage(await serviceAnswer(selectReceipts(sql, page)), page, ({ receiptId }) => receiptId)
    },
    async incoming(principal, filter) {
      requireOperator(principal)
      const page = pageOf(filter)
      const { before, limit } = page
      const found = await serviceAnswer(listIncoming(sql, { isUnmatched: true, before, limit: limit + 1 }))
      const records = found.map(({ incomingId, link, from, to, text, encoding, incomplete, receivedAt }) => {
        return { incomingId, link, from, to, text, encoding, isIncomplete: incomplete, receivedAt }
      })
      return toPage(records, page, ({ incomingId }) => incomingId)
    },
  }
}

function pageOf({ before, limit }: UnmatchedFilter): UnmatchedFilter {
  return { before, limit: Math.min(MOST, Math.max(1, Math.floor(limit) || 1)) }
}

/** Takes up to one record more than the page holds; the extra one means that there is a next page. */
function toPage<T>(records: readonly T[], { limit }: UnmatchedFilter, idOf: (record: T) => number): UnmatchedPage<T> {
  const shown = records.slice(0, limit)
  const last = shown.at(-1)
  return { records: shown, next: last !== undefined && records.length > limit ? idOf(last) : undefined }
}

async function selectReceipts(sql: Sql, { before, limit }: UnmatchedFilter): Promise<readonly UnmatchedReceipt[]> {
  const rows = await sql<UnmatchedReceipt[]>`
    select receipt_id as "receiptId", coalesce(link, carrier) as link, network_id as "networkId", recipient as "to",
      status, network_status as "networkStatus", error_id as "errorId", done_at as "doneAt",
      received_at as "receivedAt", tries::integer as tries, due_at as "nextTryAt"
    from unmatched_receipt
    where ${before ?? null}::bigint is null or receipt_id < ${before ?? null}::bigint
    order by receipt_id desc limit ${limit + 1}::integer`
  return [...rows]
}
