import {
  type Clock,
  GatewayError,
  type Histogram,
  type Principal,
  type StateChange,
  type StepFeed,
  type Submissions,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import { type AskedRequest, KnownWindows, type QuietCheck, stateChanged } from '@heliograph/messaging'
import type { ErasedContacts } from '../../accounts/erased-contacts.ts'
import type { CommitWatch } from '../../database/commit-watch.ts'
import type { Sql } from '../../database/database.ts'
import { databaseAway, type Outage } from '../../database/outage.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { storableText } from '../../database/storable-text.ts'
import type { Fairness } from '../../outbound/batches/batch.ts'
import { createKnownSpeeds } from '../../outbound/speeds/known-speeds.ts'
import { limitSpeed } from '../../outbound/speeds/speed-statements.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import type { RequestHooks } from '../hooks/request-hooks.ts'
import type { AcceptCounts } from './accept-counts.ts'
import { AcceptLanes } from './accept-lanes.ts'
import { type ExistingMessage, findExisting } from './find-existing.ts'
import { inTime } from './in-time.ts'
import { checkContents, hasContent, storeWithContents } from './message-contents.ts'
import type { Outcome } from './outcome.ts'
import type { PartLimits } from './part-limits.ts'
import { type AcceptRow, type PreparedRequest, type PrepareTools, prepareRequest } from './prepare.ts'
import { refuseEntry, refuseErased } from './refuse-entry.ts'
import { storeLarge } from './store-large.ts'
import { type StoreResult, storeMessages } from './store-messages.ts'
import { type AcceptPath, storeOnFastPath } from './store-on-fast-path.ts'
import type { CommonStoreOptions } from './store-statement.ts'
import { outcomeUnknown, storeWithRecovery, toAcceptError } from './store-with-recovery.ts'
import { tellAccepted } from './tell-accepted.ts'
import type { ChosenChannel } from './template.ts'
import { withChange } from './with-change.ts'

export interface SubmissionsOptions
  extends Pick<PrepareTools, 'defaultValiditySeconds' | 'routeFor' | 'wantsSent' | 'linkWriter' | 'generateMessageId'> {
  /**
   * A pool of its own, whose statements end in time for the client that waits, or after 1 s of waiting for a lock. At
   * least 6 connections.
   */
  readonly sql: Sql
  readonly clock: Clock
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly commits: CommitWatch
  readonly outage: Outage
  readonly ids: RecordIds
  readonly limits: PartLimits
  readonly erased: Pick<ErasedContacts, 'ofClient'>
  readonly hooks: Pick<RequestHooks, 'isAccepting' | 'isRouting' | 'accept' | 'route'>
  readonly fairness: Fairness
  readonly counts: AcceptCounts
  readonly steps?: StepFeed | undefined
  readonly changeNotes?: ChangeNotes | undefined
  /** How long commits take, in seconds. */
  readonly commitSeconds: Pick<Histogram, 'observe'>
  senderOf(principal: Principal): RequestSender | Promise<RequestSender>
  /** The fast path for what is accepted now. */
  fastPath(): AcceptPath
}

/** What sending looks at of the account of a principal. */
export interface RequestSender {
  /** Chooses among the enabled channels. */
  channelFor(from: string | undefined): ChosenChannel | undefined
  readonly quiet: QuietCheck | null
}

/** On what terms the gateway sends a message of its own. */
export interface OwnTerms {
  /** The message goes out from this channel, whatever the request names. */
  readonly channel: ChosenChannel
  /** It also goes to a recipient who has opted out. */
  readonly isUnblocked: boolean
}

/** What goes with a request of the gateway itself, or of a module. */
interface SubmitExtras {
  readonly terms?: OwnTerms
  readonly change?: StateChange | undefined
}

/** The `Submissions` service, plus what the engine itself needs. */
export interface EngineSubmissions extends Submissions {
  /**
   * Like `submit`, for a message of the gateway itself, whose principal need not be a user. Not for modules: they could
   * get past the block on opted-out contacts.
   */
  submitOwn(principal: Principal, request: SubmitRequest, terms: OwnTerms): Promise<SubmitResult>
}

/** Creates the service: it prepares a request, stores it in a commit shared with others, and answers it. */
export function createSubmissions(options: SubmissionsOptions): EngineSubmissions {
  const { sql, clock, steady, limits, outage } = options
  const speeds = createKnownSpeeds(sql)
  const windows = new KnownWindows()
  const lanes = new AcceptLanes({
    clock: steady,
    outage,
    store: (requests, payment) =>
      store(options, requests, (given, common) =>
        options.commits.follow(
          () => storeMessages(sql, rowsOf(given), { ...common, payment, units: unitsOf(given) }),
          ({ batches }) => batches.length > 0,
        ),
      ),
    storeLarge: (request) =>
      store(options, [request], ([given], common) => storeLarge(sql, given as PreparedRequest, common)),
  })

  async function prepare(
    principal: Principal,
    { request, terms: hooked }: AskedRequest,
    terms?: OwnTerms,
  ): Promise<PreparedRequest> {
    const known = terms === undefined ? options.senderOf(principal) : { channelFor: () => terms.channel, quiet: null }
    const { channelFor, quiet } = known instanceof Promise ? await known : known
    return prepareRequest(principal, request, {
      isUnblocked: terms?.isUnblocked ?? false,
      now: clock.now(),
      defaultValiditySeconds: options.defaultValiditySeconds,
      channelFor,
      quietEnd: quiet === null ? undefined : quietEndOf(quiet, principal, request),
      terms: hooked,
      askRoutes: terms === undefined && options.hooks.isRouting ? options.hooks.route : undefined,
      routeFor: options.routeFor,
      wantsSent: options.wantsSent,
      linkWriter: options.linkWriter,
      windows,
      limitSpeed: (bulk, limit) => limitSpeed(sql, bulk, limit, clock.now()),
      knownSpeed: speeds.of,
      takeIds: (count) => options.ids.take(count),
      generateMessageId: options.generateMessageId,
      admit: (clientId, parts) => limits.admit(clientId, parts),
    })
  }

  async function submitInTurn(
    principal: Principal,
    request: SubmitRequest,
    { terms, change }: SubmitExtras,
  ): Promise<SubmitResult> {
    const messages = countDestinations(request)
    // Each commit that is tried would keep a process of the database until commits end again.
    if (outage.isHanging) throw databaseAway()
    lanes.enter(messages)
    const since = steady.now()
    try {
      const erased = options.erased.ofClient(principal.clientId)
      const isErased = erased instanceof Promise ? await erased : erased
      const isAsked = terms === undefined && options.hooks.isAccepting
      const asked = isAsked ? await options.hooks.accept({ principal, request }) : { request }
      const isRich = hasContent(asked.request)
      if (isRich) checkContents(asked.request)
      const allowed = refuseErased(await prepare(principal, asked, terms), isErased)
      const prepared = change === undefined ? allowed : withChange(allowed, change)
      if (prepared.rows.length > 0) {
        const storing = () => lanes.add(prepared, since)
        const outcome = isRich ? await storeWithContents(sql, asked.request, prepared, storing) : await storing()
        const again = applyOutcome(prepared, outcome)
        if (again.length > 0) await inTime(options, since, answerResends(sql, prepared, again))
      }
      return { bulkId: prepared.bulkId, entries: prepared.entries }
    } catch (error) {
      throw toAcceptError(error)
    } finally {
      lanes.leave(messages)
    }
  }

  return {
    submit: (principal, request, change) => submitInTurn(principal, request, { change }),
    submitOwn: (principal, request, terms) => submitInTurn(principal, request, { terms }),
  }
}

/** Undefined: quiet hours do not hold the request. */
function quietEndOf(quiet: QuietCheck, principal: Principal, request: SubmitRequest): QuietCheck['endFor'] | undefined {
  const { origin, isReply } = request
  return quiet.holds({ origin, isReply, priority: principal.priority ?? request.priority }) ? quiet.endFor : undefined
}

function countDestinations({ messages }: SubmitRequest): number {
  let count = 0
  for (const { destinations } of messages) count += destinations.length
  return count
}

/** Stores messages, and hands those that may skip the table to the links once they are committed. */
async function store(
  options: SubmissionsOptions,
  requests: readonly PreparedRequest[],
  run: (requests: readonly PreparedRequest[], common: CommonStoreOptions) => Promise<StoreResult>,
): Promise<StoreResult> {
  const fastPath = options.fastPath()
  const { sql, steady, defaultValiditySeconds, fairness, ids } = options
  const surely = { sql, clock: steady, onFound: () => fastPath.outcomeUnknown() }
  const isAhead = (route: string, priority: number) => requests.some(({ rows }) => goesAfter(rows, route, priority))
  const begunAt = steady.now()
  const [stored] = await storeOnFastPath(fastPath, isAhead, async (claim) => [
    await storeWithRecovery(surely, requests, (given) => run(given, { defaultValiditySeconds, fairness, ids, claim })),
  ])
  options.commitSeconds.observe((steady.now() - begunAt) / 1000)
  options.counts.stored(requests, stored as StoreResult)
  if (options.steps?.isWatched)
    tellAccepted(options.steps, requests, stored as StoreResult, {
      clock: options.clock,
      tookMs: steady.now() - begunAt,
    })
  if (options.changeNotes?.isWatched) noteAccepted(options.changeNotes, requests)
  return stored as StoreResult
}

/** Those that were refused are among them: nearly all are stored, and a note too many does no harm. */
function noteAccepted(changeNotes: ChangeNotes, requests: readonly PreparedRequest[]): void {
  for (const { clientId, rows } of requests) {
    const channels = new Set(rows.map(({ template }) => template.channelId))
    for (const channelId of channels) changeNotes.note({ subject: 'messages', clientId, channelId })
  }
}

/** Whether one of the messages is to go now, by a route, and after others of a priority. */
function goesAfter(rows: readonly AcceptRow[], route: string, priority: number): boolean {
  return rows.some(
    ({ template }) => template.sendAt === null && template.route === route && template.priority >= priority,
  )
}

function rowsOf(requests: readonly PreparedRequest[]): readonly AcceptRow[] {
  return requests.length === 1 ? (requests[0] as PreparedRequest).rows : requests.flatMap((request) => request.rows)
}

/** An atomic request is paid for as a whole, others message by message. */
function unitsOf(requests: readonly PreparedRequest[]): readonly number[] {
  const units: number[] = []
  let unit = 0
  for (const { atomic, rows } of requests) {
    for (let index = 0; index < rows.length; index += 1) {
      units.push(unit)
      if (!atomic) unit += 1
    }
    unit += 1
  }
  return units
}

/** Returns the messages that may be resends of others. */
function applyOutcome(prepared: PreparedRequest, outcome: Outcome): readonly AcceptRow[] {
  const { optedOut, duplicates, overtaken, unpaid } = outcome
  const again: AcceptRow[] = []
  if (outcome.isEmpty) return again
  if (prepared.rows.some(({ smsId }) => overtaken.has(smsId))) throw stateChanged()
  for (const row of prepared.rows) {
    if (unpaid.has(row.smsId) && prepared.atomic) {
      throw new GatewayError('forbidden', 'no-credit', 'Not enough credit for this request')
    }
    if (unpaid.has(row.smsId)) refuseEntry(prepared.entries, row, 'no-credit')
    else if (optedOut.has(row.smsId)) refuseEntry(prepared.entries, row, 'opted-out')
    else if (duplicates.has(row.smsId)) refuseEntry(prepared.entries, row, 'duplicate')
    else continue
    // A resend is answered with what became of the original, whatever would become of it now.
    if (row.messageId !== null && !unpaid.has(row.smsId)) again.push(row)
  }
  return again
}

/**
 * Answers a repeated message with what became of the original; another text or recipient under the same id stays
 * refused.
 */
async function answerResends(sql: Sql, prepared: PreparedRequest, rows: readonly AcceptRow[]): Promise<void> {
  const found = await findFirst(sql, prepared.clientId, rows)
  const byId = new Map<string, ExistingMessage>(found.map((existing) => [existing.messageId, existing]))
  for (const row of rows) {
    const messageId = row.messageId as string
    const existing = byId.get(storableText(messageId))
    if (existing?.to !== row.recipient || existing.body !== storableText(row.template.body)) continue
    const { body, ...entry } = existing
    prepared.entries[row.entry] = { ...entry, messageId }
  }
}

/**
 * Other messages of the request have been stored by now, so a failure to look up the originals must not suggest that
 * none were.
 */
async function findFirst(sql: Sql, clientId: number, rows: readonly AcceptRow[]): Promise<readonly ExistingMessage[]> {
  const messageIds = rows.map((row) => row.messageId as string)
  try {
    return await findExisting(sql, clientId, messageIds)
  } catch (error) {
    throw outcomeUnknown(error)
  }
}
