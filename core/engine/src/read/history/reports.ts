import { requireOperator } from '@heliograph/access'
import type { Clock, MessageRecord, Principal, ReportFilter, ReportPage, Reports } from '@heliograph/contracts'
import { parseMessageId } from '@heliograph/messaging'
import { chunksOf } from '../../database/chunks.ts'
import type { Searches, SearchTools } from '../../database/searches.ts'
import { findIdBounds, type IdBounds } from './id-bounds.ts'
import { findJoined, findWaitingSegments } from './segments.ts'
import { type MessageSelection, mapRowToRecord, type StepRow, selectByIds, selectStep } from './select-messages.ts'

/** Without this limit, a page of the largest messages could not be put together in memory. */
const PAGE_OCTETS = 8 * 1024 * 1024

/** Index entries that one statement looks at: some 50 ms. */
const STEP_ENTRIES = 20_000

/** After this time a page ends, even an empty one. */
const SEARCH_MS = 5_000

/** Above every id. */
const NO_BOUND = Number.MAX_SAFE_INTEGER

export interface ReportsOptions {
  readonly searches: Searches
  readonly clock: Clock
  readonly stepEntries?: number
  readonly searchMs?: number
}

/** The `Reports` service, plus what the engine itself needs. */
export interface EngineReports extends Reports {
  /** `find` within a search that is under way, for a client or, if it is null, for all of them. */
  findWithin(clientId: number | null, filter: ReportFilter, tools: SearchTools): Promise<ReportPage>
  /**
   * `findByIds` within a search of the client that is under way. Ids must be safe integers, each once and at most
   * 1,000.
   */
  findFor(
    clientId: number,
    smsIds: readonly number[],
    tools: SearchTools,
    channelId?: number | undefined,
  ): Promise<ReadonlyMap<number, MessageRecord>>
}

/** A search under way. */
interface Search extends SearchTools {
  /** Null = all clients. */
  readonly clientId: number | null
  readonly filter: ReportFilter
  readonly idSalt: Uint8Array
}

/** Ids that one statement looks up. */
const IDS_AT_ONCE = 1_000

const NOTHING: ReportPage = { records: [], next: undefined }

/** Creates the `Reports` service. */
export function createReports(options: ReportsOptions): EngineReports {
  const { searches, clock, stepEntries = STEP_ENTRIES, searchMs = SEARCH_MS } = options
  let salt: Uint8Array | undefined

  /** Never changes in a deployment, so it is read once. */
  async function loadSalt({ take }: SearchTools): Promise<Uint8Array> {
    if (salt === undefined) {
      const [row] = await take(({ sql, run }) => run(sql<{ id_salt: Buffer }[]>`select id_salt from deployment`))
      salt = (row as { id_salt: Buffer }).id_salt
    }
    return salt
  }

  async function findWithin(clientId: number | null, filter: ReportFilter, tools: SearchTools): Promise<ReportPage> {
    const { smsId } = filter
    const idSalt = await loadSalt(tools)
    if (smsId !== undefined && !Number.isSafeInteger(smsId)) return NOTHING
    const search = { ...tools, clientId, filter: withoutNul(filter), idSalt }
    const found = await findMessages(search)
    return found.records.length === 0 && smsId !== undefined ? findBySegment(search, smsId) : found
  }

  /** Looks for a segment with this id. While the segment waits for the others, only its id is compared. */
  async function findBySegment(search: Search, smsId: number): Promise<ReportPage> {
    const { clientId, filter, idSalt, take } = search
    const joined = (await take((on) => findJoined(on, [smsId]))).get(smsId)
    if (joined !== undefined) return findMessages({ ...search, filter: { ...filter, smsId: joined } })
    const tools = { idSalt, now: new Date(clock.now()), channelId: filter.channelId }
    const records = await take((on) => findWaitingSegments(on, clientId, [smsId], tools))
    return { records, next: undefined }
  }

  async function findMessages(search: Search): Promise<ReportPage> {
    const { clientId, filter, idSalt, take } = search
    const endsAt = performance.now() + Math.min(filter.patienceMs ?? searchMs, searchMs)
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
      const rows = await take(({ sql, run }) => run(selectStep(sql, selection, limits)))
      const messages = rows.filter((row) => row.sms_id !== null)
      records.push(...messages.map((row) => mapRowToRecord(row, idSalt)))
      const [standing] = rows as readonly StepRow[]
      if (standing === undefined || standing.found > messages.length) return { records, next: records.at(-1)?.smsId }
      if (standing.looked_to === null) return { records, next: undefined }
      before = standing.looked_to
      if (records.length === filter.limit || performance.now() >= endsAt) return { records, next: before }
      octets -= messages.reduce((total, row) => total + Buffer.byteLength(row.body ?? ''), 0)
    }
  }

  /** Finds bounds only when the filter leaves many messages to go through. */
  async function boundsOf({ clientId, filter, take }: Search): Promise<IdBounds> {
    const { smsId, messageId, since, until } = filter
    const pointless = smsId !== undefined || messageId !== undefined || (since === undefined && until === undefined)
    // A search by recipient goes through the messages of all clients to that number.
    const owner = filter.to === undefined ? clientId : null
    return pointless ? { from: null, to: null } : take(({ sql, run }) => findIdBounds(sql, run, owner, filter))
  }

  /**
   * Finds messages of the client by their ids; for ids of segments, the messages that these were joined to or may
   * become.
   */
  async function findByIds(clientId: number, smsIds: readonly number[], tools: SearchTools, channelId?: number) {
    const { take } = tools
    const idSalt = await loadSalt(tools)
    const found = await findMessagesByIds({ clientId, channelId }, smsIds, idSalt, tools)
    const missing = smsIds.filter((smsId) => !found.has(smsId))
    if (missing.length === 0) return found
    const joined = await take((on) => findJoined(on, missing))
    const wholes =
      joined.size === 0 ? found : await findMessagesByIds({ clientId, channelId }, [...joined.values()], idSalt, tools)
    for (const [segmentId, smsId] of joined) {
      const whole = wholes.get(smsId)
      if (whole !== undefined) found.set(segmentId, whole)
    }
    const now = new Date(clock.now())
    const waiting = await take((on) => findWaitingSegments(on, clientId, missing, { idSalt, now, channelId }))
    for (const record of waiting) found.set(record.smsId, record)
    return found
  }

  async function findMessagesByIds(
    owner: { readonly clientId: number; readonly channelId: number | undefined },
    smsIds: readonly number[],
    idSalt: Uint8Array,
    { take }: SearchTools,
  ): Promise<Map<number, MessageRecord>> {
    const found = new Map<number, MessageRecord>()
    let left = smsIds
    while (left.length > 0) {
      const selection = { ...owner, smsIds: left, octets: PAGE_OCTETS, now: new Date(clock.now()) }
      const rows = await take(({ sql, run }) => run(selectByIds(sql, selection)))
      for (const row of rows) found.set(row.sms_id, mapRowToRecord(row, idSalt))
      // Highest first; when the texts are long, not all are returned at once.
      const lowest = rows.at(-1)?.sms_id
      left = lowest === undefined ? [] : left.filter((smsId) => smsId < lowest)
    }
    return found
  }

  return {
    findWithin,
    findFor: findByIds,
    async find(principal, filter, { signal } = {}) {
      const clientId = scopeOf(principal, filter)
      return searches.run(principal.clientId, signal, (tools) => findWithin(clientId, filter, tools))
    },
    findByIds: ({ clientId }, smsIds, { signal, channelId } = {}) =>
      searches.run(clientId, signal, async (tools) => {
        const found = new Map<number, MessageRecord>()
        const wanted = [...new Set(smsIds.filter(Number.isSafeInteger))]
        for (const ids of chunksOf(wanted, IDS_AT_ONCE))
          for (const [smsId, record] of await findByIds(clientId, ids, tools, channelId)) found.set(smsId, record)
        return found
      }),
  }
}

/** The client whose messages are looked for, null for all clients. */
function scopeOf(principal: Principal, { allClients = false }: ReportFilter): number | null {
  if (!allClients) return principal.clientId
  requireOperator(principal)
  return null
}

/**
 * Texts are stored with U+FFFD for NUL, which Postgres cannot take; no stored text has a NUL, so a filter with one must
 * match the text as stored.
 */
function withoutNul(filter: ReportFilter): ReportFilter {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ]),
  ) as unknown as ReportFilter
}
