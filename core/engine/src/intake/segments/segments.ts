import {
  type Clock,
  GatewayError,
  type Principal,
  type Segments,
  type Submissions,
  type SubmitSegment,
} from '@heliograph/contracts'
import {
  allOf,
  isSegmentPlace,
  measureText,
  normaliseNumber,
  requestOfSegment,
  SEGMENTS_WAIT_MS,
  type SegmentKey,
  type SegmentSet,
  segmentKeyOf,
  senderOf,
  sortSegments,
} from '@heliograph/messaging'
import type { ErasedContacts } from '../../accounts/erased-contacts.ts'
import { ENCODING_CODES, pushCode } from '../../database/codes.ts'
import { isDataFault, type Sql, type Transaction } from '../../database/database.ts'
import { isLockTimeout, toServiceError } from '../../database/database-errors.ts'
import { MicroBatch } from '../../database/micro-batch.ts'
import { databaseAway, type Outage } from '../../database/outage.ts'
import { retryRolledBack } from '../../database/retry-rolled-back.ts'
import type { PushTools } from '../../notify/sessions/push-tools.ts'
import type { Fairness } from '../../outbound/batches/batch.ts'
import { inTime } from '../accept/in-time.ts'
import type { StoreResult } from '../accept/store-messages.ts'
import { type AcceptPath, storeOnFastPath } from '../accept/store-on-fast-path.ts'
import type { RequestSender } from '../accept/submissions.ts'
import { validityLeft } from '../accept/validity-left.ts'
import type { RequestHooks } from '../hooks/request-hooks.ts'
import { type Departure, type DepartureTools, joinSet, releaseSet } from './departures.ts'
import {
  countWaiting,
  findOverdue,
  insertSegments,
  loadSegments,
  lockSets,
  type NewSegment,
  type WaitingSegment,
} from './segment-statements.ts'
import { storeDepartures } from './store-departures.ts'

const BATCH_SEGMENTS = 250
/** Clients that were answered need about this long to send their next segment. */
const LINGER_MS = 3
/** How many segments may wait of one message, including repeated ones, and of all messages of a user. */
const MOST_OF_MESSAGE = 1_000
const MOST_OF_USER = 20_000

/** Overdue segments handled in one transaction. */
const SWEEP_SEGMENTS = 500

export interface SegmentsOptions extends PushTools, DepartureTools {
  readonly sql: Sql
  readonly clock: Clock
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly outage: Outage
  readonly submissions: Submissions
  readonly erased: Pick<ErasedContacts, 'ofClient'>
  readonly hooks: Pick<RequestHooks, 'isAccepting' | 'accept'>
  readonly fairness: Fairness
  senderOf(principal: Principal): RequestSender | Promise<RequestSender>
  /** The fast path for what is accepted now. */
  fastPath(): AcceptPath
}

/** The `Segments` service, with what the engine itself needs from it. */
export interface EngineSegments extends Segments {
  /** Releases segments that have waited too long. Resolves with the number that went out as they came. */
  sweep(): Promise<number>
}

/** Why a segment was not stored. */
type Refusal = 'opted-out' | 'no-credit' | 'too-many' | 'held'

/**
 * Creates the service. Segments that arrive while a commit is under way share the next one; the last segment of a
 * message joins it in the same transaction.
 */
export function createSegments(options: SegmentsOptions): EngineSegments {
  const { sql, ids, clock, steady, outage, submissions } = options
  const batch = createBatch(options, 'plain', 1)
  /**
   * Segments of clients whose balance is locked or does not suffice for all, so that only these clients wait for it.
   */
  const waiting = createBatch(options, 'in-order', 2)

  async function add(principal: Principal, segment: SubmitSegment): Promise<{ smsId: number }> {
    // Octets cannot be joined to one message; each segment goes out on its own, with its header.
    if (segment.encoding === 'binary') return submitAlone(submissions, principal, segment)
    const recipient = checkedRecipient(principal, segment)
    if ((await options.erased.ofClient(principal.clientId))(recipient)) throw refused('opted-out')
    if (options.hooks.isAccepting) await options.hooks.accept({ principal, request: requestOfSegment(segment) })
    const { channelFor, quiet } = await options.senderOf(principal)
    const channel = channelFor(undefined)
    if (channel === undefined) throw new GatewayError('forbidden', 'no-channel', 'No enabled channel to send from')
    const acceptedAt = clock.now()
    const priority = principal.priority ?? segment.priority
    const isHeld = quiet?.holds({ origin: segment.origin, priority }) ?? false
    const sendAt = segment.sendAt?.getTime() ?? null
    const moment = Math.max(sendAt ?? 0, acceptedAt)
    const quietEnd = isHeld ? quiet?.endFor(recipient, moment) : undefined
    const waitMs = quietEnd === undefined ? 0 : quietEnd - moment
    // Null: the deployment's, which counts from when it goes.
    const validitySeconds = segment.validitySeconds === undefined ? null : validityLeft(segment.validitySeconds, waitMs)
    if (validitySeconds === undefined) throw expiresFirst()
    const [smsId] = await ids.take(1)
    const given: NewSegment = {
      smsId: smsId as number,
      clientId: principal.clientId,
      userId: principal.userId,
      channelId: channel.channelId,
      sender: senderOf(channel),
      recipient,
      reference: segment.reference,
      total: segment.total,
      part: segment.part,
      text: segment.text,
      encoding: ENCODING_CODES[segment.encoding],
      userDataHeader: segment.userDataHeader,
      flash: segment.flash,
      priority,
      origin: segment.origin,
      acceptedAt,
      sendAt: quietEnd ?? sendAt,
      validitySeconds,
      pushOn: pushCode(segment.push),
      pushContext: segment.push?.context ?? null,
      parts: measureText(segment.text).parts,
    }
    let refusal = await batch.add(given)
    if (refusal === 'held') refusal = await waiting.add(given)
    if (refusal !== undefined) throw refused(refusal)
    return { smsId: smsId as number }
  }

  return {
    async add(principal, segment) {
      if (outage.isHanging) throw databaseAway()
      try {
        return await inTime(options, steady.now(), add(principal, segment))
      } catch (error) {
        throw isLockTimeout(error) ? refused('held') : toServiceError(error)
      }
    },

    async sweep() {
      let released = 0
      for (;;) {
        const keys = await findOverdue(sql, clock.now() - SEGMENTS_WAIT_MS, SWEEP_SEGMENTS)
        if (keys.length === 0) return released
        const gone = await inTransaction(options, async (tx) => {
          await lockSets(tx, keys)
          const sets = await overdueOf(tx, keys, clock.now() - SEGMENTS_WAIT_MS)
          return (await Promise.all(sets.map((set) => releaseSet(set, options)))).flat()
        })
        // When nothing went out, another node was faster and may still be at it.
        if (gone === 0) return released
        released += gone
      }
    },
  }
}

function createBatch(
  options: SegmentsOptions,
  payment: 'plain' | 'in-order',
  lanes: number,
): MicroBatch<NewSegment, Refusal | undefined> {
  return new MicroBatch({
    run: async (segments) => {
      const refusals = await retryRolledBack(() => addAll(options, segments, payment))
      return segments.map((segment) => refusals.get(segment.smsId))
    },
    maxItems: BATCH_SEGMENTS,
    lanes,
    lingerMs: LINGER_MS,
    isolate: isDataFault,
  })
}

async function addAll(
  options: SegmentsOptions,
  segments: readonly NewSegment[],
  payment: 'plain' | 'in-order',
): Promise<ReadonlyMap<number, Refusal>> {
  const refusals = new Map<number, Refusal>()
  await inTransaction(options, async (tx) => {
    refusals.clear()
    await lockSets(tx, segments)
    const fitting = await withoutExcess(tx, segments, refusals)
    if (fitting.length === 0) return []
    const { optedOut, unpaid, held } = await insertSegments(tx, fitting, payment)
    for (const smsId of optedOut) refusals.set(smsId, 'opted-out')
    for (const smsId of unpaid) refusals.set(smsId, 'no-credit')
    for (const { smsId, clientId } of fitting) if (held.includes(clientId)) refusals.set(smsId, 'held')
    const departures: Departure[] = []
    for (const set of sortSegments(await loadSegments(tx, fitting))) {
      const departure = await joinSet(set, options)
      if (departure !== undefined) departures.push(departure)
    }
    return departures
  })
  return refusals
}

/** Refuses segments beyond what may wait for one message and for one user. */
async function withoutExcess(
  tx: Transaction,
  segments: readonly NewSegment[],
  refusals: Map<number, Refusal>,
): Promise<readonly NewSegment[]> {
  const counts = await countWaiting(tx, segments)
  const users = new Map(counts.users)
  const keys = new Map(counts.keys)
  return segments.filter((segment) => {
    const { userId, smsId } = segment
    const key = segmentKeyOf(segment)
    const ofUser = users.get(userId) ?? 0
    const ofKey = keys.get(key) ?? 0
    if (ofUser >= MOST_OF_USER || ofKey >= MOST_OF_MESSAGE) {
      refusals.set(smsId, 'too-many')
      return false
    }
    users.set(userId, ofUser + 1)
    keys.set(key, ofKey + 1)
    return true
  })
}

function refused(refusal: Refusal): GatewayError {
  switch (refusal) {
    case 'opted-out':
      return new GatewayError('forbidden', 'opted-out', 'Contact has opted out')
    case 'no-credit':
      return new GatewayError('forbidden', 'no-credit', 'Not enough credit')
    case 'held':
      return new GatewayError('throttled', 'credit-busy', 'The credit is being changed', { retryAfterSeconds: 1 })
    case 'too-many':
      return new GatewayError(
        'throttled',
        'too-many-segments',
        'Too many segments are waiting for the rest of their messages',
        {
          retryAfterSeconds: SEGMENTS_WAIT_MS / 1000,
        },
      )
  }
}

/**
 * Runs a transaction that finds out which messages go out, stores them and hands them over after the commit. Resolves
 * with how many went out.
 */
async function inTransaction(
  options: SegmentsOptions,
  find: (tx: Transaction) => Promise<readonly Departure[]>,
): Promise<number> {
  let found: readonly Departure[] = []
  // Which messages go out is known only within the transaction.
  const isAhead = () => true
  await storeOnFastPath(options.fastPath(), isAhead, async (claim) => {
    const stored = await options.sql.begin(async (tx) => {
      found = await find(tx)
      return storeDepartures(tx, found, { ...options, claim })
    })
    return stored as readonly StoreResult[]
  })
  return found.length
}

/** What has arrived of messages whose first segment has waited since `before`. */
async function overdueOf(
  tx: Transaction,
  keys: readonly SegmentKey[],
  before: number,
): Promise<readonly SegmentSet<WaitingSegment>[]> {
  const sets = sortSegments(await loadSegments(tx, keys))
  return sets.filter((set) => Math.min(...allOf(set).map((segment) => segment.acceptedAt)) <= before)
}

function checkedRecipient(principal: Principal, segment: SubmitSegment): string {
  if (!isSegmentPlace(segment)) {
    throw new GatewayError('invalid', 'bad-segment', 'A segment needs a reference and a place among its parts')
  }
  const recipient = normaliseNumber(segment.to, 'international', principal.country)
  if (recipient === undefined) throw new GatewayError('invalid', 'bad-number', 'Not a phone number')
  return recipient
}

function expiresFirst(): GatewayError {
  return new GatewayError('invalid', 'expires-first', 'The validity ends before the message may go')
}

async function submitAlone(
  submissions: Submissions,
  principal: Principal,
  segment: SubmitSegment,
): Promise<{ smsId: number }> {
  const { entries } = await submissions.submit(principal, requestOfSegment(segment))
  const [entry] = entries
  if (entry?.state === 'bad-number') throw new GatewayError('invalid', 'bad-number', 'Not a phone number')
  if (entry?.state === 'opted-out') throw new GatewayError('forbidden', 'opted-out', 'Contact has opted out')
  if (entry?.state === 'expired') throw expiresFirst()
  return { smsId: entry?.smsId ?? 0 }
}
