import type { Clock, MessageRecord, MessageState, ReportFilter, ReportPage, Reports } from '@heliograph/contracts'
import { GatewayError } from '@heliograph/contracts'
import { errorIdOf, formatMessageId, parseMessageId, priorityName } from '@heliograph/messaging'
import { encodingOf } from '../database/codes.ts'
import type { Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { CancellableStatements, type RunStatement } from './cancellable-statements.ts'
import { findIdBounds, type IdBounds } from './id-bounds.ts'
import { createBusyQuestion } from './node-load.ts'
import { SearchTurns, type TakeTurn } from './search-turns.ts'
import { findJoined, findWaitingSegment } from './segments.ts'
import { type MessageRow, type MessageSelection, type StepRow, selectStep } from './select-messages.ts'

/** SQLSTATE `query_canceled`: nearly always the time-out. */
const STATEMENT_CANCELLED = '57014'

/** Of one client at once, waiting ones included. */
const SEARCHES_PER_CLIENT = 50

/** A page of the largest messages could not be put together in memory otherwise. */
const PAGE_OCTETS = 8 * 1024 * 1024

/** Index entries that one statement looks at: some 50 ms. */
const STEP_ENTRIES = 20_000

/** Then a page ends, even an empty one. */
const SEARCH_MS = 5_000

/** Above every id. */
const NO_BOUND = Number.MAX_SAFE_INTEGER

export interface ReportsOptions {
  /** The pool for reports. All of its connections are used, half of them for one client. */
  readonly sql: Sql
  readonly clock: Clock
  readonly stepEntries?: number
  readonly searchMs?: number
}

/** A search under way. */
interface Search {
  readonly clientId: number
  readonly filter: ReportFilter
  readonly idSalt: Uint8Array
  readonly take: TakeTurn
  readonly run: RunStatement
}

const NOTHING: ReportPage = { records: [], next: undefined }

/** Creates the `Reports` service. */
export function createReports(options: ReportsOptions): Reports {
  const { sql, clock, stepEntries = STEP_ENTRIES, searchMs = SEARCH_MS } = options
  const { max } = sql.options
  const perClient = Math.max(1, Math.floor(max / 2))
  const monotonic = () => performance.now()
  const turns = new SearchTurns({
    ...{ atOnce: max, perClient, searchesPerClient: SEARCHES_PER_CLIENT },
    ...{ clock, monotonic, isBusy: createBusyQuestion(monotonic) },
  })
  const statements = new CancellableStatements()
  let salt: Uint8Array | undefined

  /** Never changes in a deployment, so it is read once. */
  async function loadSalt(take: TakeTurn, run: RunStatement): Promise<Uint8Array> {
    if (salt === undefined) {
      const [row] = await take(() => run(sql<{ id_salt: Buffer }[]>`select id_salt from deployment`))
      salt = (row as { id_salt: Buffer }).id_salt
    }
    return salt
  }

  async function find(search: Search): Promise<ReportPage> {
    const { smsId } = search.filter
    if (smsId !== undefined && !Number.isSafeInteger(smsId)) return NOTHING
    const found = await findMessages(search)
    return found.records.length === 0 && smsId !== undefined ? findBySegment(search, smsId) : found
  }

  /** The id may be that of a segment. While it waits for the others only the id is looked at. */
  async function findBySegment(search: Search, smsId: number): Promise<ReportPage> {
    const { clientId, filter, idSalt, take, run } = search
    const joined = await take(() => findJoined(sql, run, smsId))
    if (joined !== undefined) return findMessages({ ...search, filter: { ...filter, smsId: joined } })
    const tools = { idSalt, now: new Date(clock.now()) }
    const waiting = await take(() => findWaitingSegment(sql, run, clientId, smsId, tools))
    return waiting === undefined ? NOTHING : { records: [waiting], next: undefined }
  }

  async function findMessages(search: Search): Promise<ReportPage> {
    const { clientId, filter, idSalt, take, run } = search
    const endsAt = performance.now() + searchMs
    const selection: MessageSelection = {
      clientId,
      filter,
      generated: filter.messageId === undefined ? undefined : parseMessageId(idSalt, filter.messageId),
      bounds: await boundsOf(search),
      now: new Date(clock.now()),
    }
    const records: MessageRecord[] = []
    let before = filter.before ?? NO_BOUND
    let octets = PAGE_OCTETS
    while (true) {
      const limits = { before, entries: stepEntries, messages: filter.limit - records.length, octets }
      const rows = await take(() => run(selectStep(sql, selection, limits)))
      const messages = rows.filter((row) => row.sms_id !== null)
      records.push(...messages.map((row) => mapRowToRecord(row, idSalt)))
      const [standing] = rows as readonly StepRow[]
      if (standing === undefined || standing.found > messages.length) return { records, next: records.at(-1)?.smsId }
      if (standing.looked_to === null) return { records, next: undefined }
      before = standing.looked_to
      if (records.length === filter.limit || performance.now() >= endsAt) return { records, next: before }
      octets -= messages.reduce((total, row) => total + Buffer.byteLength(row.body), 0)
    }
  }

  /** Worth finding only when the filter leaves many messages to go through. */
  async function boundsOf({ clientId, filter, take, run }: Search): Promise<IdBounds> {
    const { smsId, messageId, since, until } = filter
    const pointless = smsId !== undefined || messageId !== undefined || (since === undefined && until === undefined)
    return pointless ? { from: null, to: null } : take(() => findIdBounds(sql, run, clientId, filter))
  }

  return {
    async find({ clientId }, filter, { signal } = {}) {
      const run: RunStatement = (statement) => statements.run(statement, signal)
      try {
        return await turns.search(clientId, signal, async (take) =>
          find({ clientId, filter: withoutNul(filter), idSalt: await loadSalt(take, run), take, run }),
        )
      } catch (error) {
        throw toSearchError(error, signal)
      }
    },
  }
}

function toSearchError(error: unknown, signal: AbortSignal | undefined): GatewayError {
  if (signal?.aborted)
    return new GatewayError('unavailable', 'client-gone', 'The request was given up', { cause: error })
  if ((error as { code?: unknown } | null)?.code !== STATEMENT_CANCELLED) return toServiceError(error)
  const text = 'The search takes too long: narrow the filter, for example to a shorter period'
  return new GatewayError('unavailable', 'query-too-slow', text, { cause: error })
}

/** Texts are stored with U+FFFD for NUL, which Postgres cannot take; no stored text has one, so a filter with it must match as stored. */
function withoutNul(filter: ReportFilter): ReportFilter {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ]),
  ) as unknown as ReportFilter
}

function mapRowToRecord(row: MessageRow, idSalt: Uint8Array): MessageRecord {
  const state = row.state as MessageState
  return {
    smsId: row.sms_id,
    messageId: row.message_id ?? formatMessageId(idSalt, row.sms_id, row.accepted_at.getTime()),
    bulkId: row.bulk_id,
    reference: row.reference,
    from: row.sender,
    to: row.recipient,
    text: row.body,
    encoding: encodingOf(row.encoding),
    parts: row.parts,
    price: { amount: row.price, currency: row.currency },
    priority: priorityName(row.priority),
    state,
    acceptedAt: row.accepted_at,
    scheduledAt: row.send_at,
    submittedAt: row.submitted_at,
    doneAt: row.done_at,
    networkStatus: row.network_status,
    networkId: row.network_id,
    errorId: errorIdOf(state, row.error_id),
  }
}
