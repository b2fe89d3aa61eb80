import type { IncomingFilter, IncomingMessages, IncomingPage, IncomingRecord, Principal } from '@heliograph/contracts'
import type { Account } from '../accounts/account.ts'
import { numberArray } from '../database/arrays.ts'
import { chunksOf } from '../database/chunks.ts'
import { encodingOf } from '../database/codes.ts'
import type { Sql } from '../database/database.ts'
import { selectFirstId } from '../database/id-marks.ts'
import type { Searches, SearchTools } from '../database/searches.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { type IncomingRow, selectIncoming } from './select-incoming.ts'

const PAGE_OCTETS = 8 * 1024 * 1024
/** Index entries that one statement looks at. */
const STEP_ENTRIES = 20_000
/** After this time a page ends, even an empty one. */
const SEARCH_MS = 5_000
/** Messages that one statement marks. */
const MARKED_AT_ONCE = 1_000

export interface IncomingMessagesOptions {
  readonly searches: Searches
  /** For marking messages as read. */
  readonly sql: Sql
  readonly accountOf: (principal: Principal) => Account | Promise<Account>
  readonly stepEntries?: number
}

/** Creates the `IncomingMessages` service. */
export function createIncomingMessages(options: IncomingMessagesOptions): IncomingMessages {
  const { searches, sql, accountOf, stepEntries = STEP_ENTRIES } = options

  async function find(
    { clientId, ownChannelId: channelId }: Account,
    filter: IncomingFilter,
    { take, run }: SearchTools,
  ): Promise<IncomingPage> {
    const endsAt = performance.now() + SEARCH_MS
    const { limit, since, isRead } = filter
    // An SMS is stored after it was received, however much later. Only one stored before it was received would be
    // passed over.
    const [mark] = since === undefined ? [] : await take(() => run(selectFirstId(searches.sql, since)))
    const records: IncomingRecord[] = []
    let after = Math.max(filter.after ?? -1, (mark?.from_id ?? 0) - 1)
    let octets = PAGE_OCTETS
    while (true) {
      const selection = { clientId, channelId, since, isRead, after }
      const limits = { entries: stepEntries, messages: limit - records.length, octets }
      const rows = await take(() => run(selectIncoming(searches.sql, selection, limits)))
      const messages = rows.filter((row) => row.incoming_id !== null)
      records.push(...messages.map(mapRowToRecord))
      const [standing] = rows
      if (standing === undefined) return { records, next: undefined }
      if (standing.found > messages.length) return { records, next: records.at(-1)?.incomingId }
      if (standing.looked_to === null) return { records, next: undefined }
      after = standing.looked_to
      if (records.length === limit || performance.now() >= endsAt) return { records, next: after }
      octets -= messages.reduce((total, row) => total + Buffer.byteLength(row.body), 0)
    }
  }

  return {
    async find(principal, filter, { signal } = {}) {
      const account = await accountOf(principal)
      return searches.run(principal.clientId, signal, (tools) => find(account, filter, tools))
    },
    async markRead(principal, incomingIds) {
      const { clientId, ownChannelId } = await accountOf(principal)
      for (const ids of chunksOf(incomingIds.filter(Number.isSafeInteger), MARKED_AT_ONCE))
        await serviceAnswer(sql`
          update incoming_message set status = 0
          where incoming_id = any(${numberArray(ids)}::bigint[])
            and incoming_id between ${Math.min(...ids)}::bigint and ${Math.max(...ids)}::bigint
            and client_id = ${clientId}::bigint and status = 1
            and (${ownChannelId}::bigint is null or channel_id = ${ownChannelId}::bigint)`)
    },
  }
}

function mapRowToRecord(row: IncomingRow): IncomingRecord {
  return {
    incomingId: row.incoming_id,
    channelId: row.channel_id,
    from: row.sender,
    to: row.recipient,
    text: row.body,
    encoding: encodingOf(row.encoding),
    isRead: row.status === 0,
    receivedAt: row.received_at,
  }
}
