import type { IncomingFilter, IncomingMessages, IncomingPage, IncomingRecord, Principal } from '@heliograph/contracts'
import type { Account } from '../accounts/account.ts'
import { encodingOf } from '../database/codes.ts'
import { toServiceError } from '../database/database-errors.ts'
import { selectFirstId } from '../database/id-marks.ts'
import type { NodeTools } from '../database/node-tools.ts'
import { NO_OUTAGE, type Outage } from '../database/outage.ts'
import { retryForever } from '../database/retry-forever.ts'
import type { Searches, SearchTools } from '../database/searches.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { shownText } from '../database/shown-text.ts'
import { endLoan, lendIncoming, returnLoan } from './incoming-loans.ts'
import { selectIncoming } from './select-incoming.ts'

const PAGE_OCTETS = 8 * 1024 * 1024
/** Index entries that one statement looks at. */
const STEP_ENTRIES = 20_000
/** After this time a page ends, even an empty one. */
const SEARCH_MS = 5_000
/** How long the end of a loan is tried to be noted while the database is away. */
const SETTLE_MS = 30_000

export interface IncomingMessagesOptions extends NodeTools {
  readonly searches: Searches
  /** For marking messages as read. */
  readonly accountOf: (principal: Principal) => Account | Promise<Account>
  readonly stepEntries?: number
  readonly outage?: Outage
}

/** Creates the `IncomingMessages` service. */
export function createIncomingMessages(options: IncomingMessagesOptions): IncomingMessages {
  const { searches, sql, clock, logger, accountOf, stepEntries = STEP_ENTRIES, outage = NO_OUTAGE } = options

  async function find(
    { clientId, ownChannelId: channelId }: Account,
    filter: IncomingFilter,
    { take }: SearchTools,
  ): Promise<IncomingPage> {
    const endsAt = performance.now() + SEARCH_MS
    const { limit, since, isRead } = filter
    // An SMS is stored after it was received, however much later. Only one stored before it was received would be
    // passed over.
    const [mark] = since === undefined ? [] : await take(({ sql: on, run }) => run(selectFirstId(on, since)))
    const records: IncomingRecord[] = []
    let after = Math.max(filter.after ?? -1, (mark?.from_id ?? 0) - 1)
    let octets = PAGE_OCTETS
    while (true) {
      const selection = { clientId, channelId, since, isRead, after }
      const limits = { entries: stepEntries, messages: limit - records.length, octets }
      const rows = await take(({ sql: on, run }) => run(selectIncoming(on, selection, limits)))
      const messages = rows.filter((row) => row.incomingId !== null)
      for (const { found, looked_to, ...row } of messages)
        records.push({ ...row, text: shownText(row.text, row.encoding), encoding: encodingOf(row.encoding) })
      const [standing] = rows
      if (standing === undefined) return { records, next: undefined }
      if (standing.found > messages.length) return { records, next: records.at(-1)?.incomingId }
      if (standing.looked_to === null) return { records, next: undefined }
      after = standing.looked_to
      if (records.length === limit || performance.now() >= endsAt) return { records, next: after }
      octets -= messages.reduce((total, row) => total + Buffer.byteLength(row.text ?? ''), 0)
    }
  }

  return {
    async find(principal, filter, { signal } = {}) {
      const account = await accountOf(principal)
      return searches.run(principal.clientId, signal, (tools) => find(account, filter, tools))
    },
    async lend(principal, filter, { signal } = {}) {
      const account = await accountOf(principal)
      const { records, next } = await searches.run(principal.clientId, signal, (tools) =>
        find(account, { ...filter, isRead: false }, tools),
      )
      const ids = records.map(({ incomingId }) => incomingId)
      const lending = ids.length === 0 ? undefined : lendIncoming(sql, account, ids)
      const loan = lending && (await serviceAnswer(outage.answerOf(lending)))
      if (loan === undefined) return { records: [], next, settle: async () => {} }
      const lent = new Set(loan.incomingIds)
      return {
        records: records.filter(({ incomingId }) => lent.has(incomingId)),
        next,
        async settle(isDelivered) {
          const signal = AbortSignal.timeout(SETTLE_MS)
          const retry = { clock, logger, what: 'noting what a client has fetched', signal }
          const settled = retryForever(retry, () => (isDelivered ? endLoan(sql, loan) : returnLoan(sql, loan)))
          await settled.catch((error: unknown) => Promise.reject(toServiceError(error)))
        },
      }
    },
  }
}
