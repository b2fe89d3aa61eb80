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
  SEGMENTS_WAIT_MS,
  type SegmentKey,
  type SegmentSet,
  sortSegments,
} from '@heliograph/messaging'
import { claimFor, runStored, type ShortWay } from '../accept/direct-way.ts'
import type { ChosenChannel } from '../accept/prepare.ts'
import { isCreditExceeded, type StoreResult } from '../accept/store-messages.ts'
import { ENCODING_CODES, pushCode } from '../database/codes.ts'
import { isDataFault, type Sql, type Transaction } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { withDeadline } from '../database/deadline.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'
import type { DeliveryTools } from '../sessions/delivery-tools.ts'
import { type Departure, type DepartureTools, joinSet, releaseSet } from './departures.ts'
import {
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
/** Overdue segments looked at in one transaction. */
const SWEEP_SEGMENTS = 500

export interface SegmentsOptions extends DeliveryTools, DepartureTools {
  readonly sql: Sql
  readonly clock: Clock
  readonly submissions: Submissions
  channelOf(principal: Principal): ChosenChannel | undefined | Promise<ChosenChannel | undefined>
  /** The short way to the links of this process, while there is one. */
  direct(): ShortWay
}

/** The `Segments` service with what the engine itself needs of it. */
export interface EngineSegments extends Segments {
  /** Lets go of what has waited too long. Resolves with how many segments went out as they came. */
  sweep(): Promise<number>
}

/** Creates the service: segments that arrive while a commit is under way share the next one, and the last of a message joins it in the same transaction. */
export function createSegments(options: SegmentsOptions): EngineSegments {
  const { sql, ids, clock, submissions } = options
  const batch = new MicroBatch<NewSegment, boolean>({
    run: async (segments) => {
      const stored = await retryRolledBack(() => withDeadline(addAll(options, segments)))
      return segments.map((segment) => stored.has(segment.smsId))
    },
    maxWeight: BATCH_SEGMENTS,
    lanes: 1,
    lingerMs: LINGER_MS,
    isolate: isDataFault,
  })

  async function add(principal: Principal, segment: SubmitSegment): Promise<{ smsId: number }> {
    // Octets cannot be joined to one message; each goes its own way, with its header.
    if (segment.encoding === 'binary') return submitAlone(submissions, principal, segment)
    const recipient = checkedRecipient(principal, segment)
    const channel = await options.channelOf(principal)
    if (channel === undefined) throw new GatewayError('forbidden', 'no-channel', 'No enabled channel to send from')
    const [smsId] = await ids.take(1)
    const accepted = await batch.add({
      smsId: smsId as number,
      clientId: principal.clientId,
      userId: principal.userId,
      channelId: channel.channelId,
      sender: channel.address,
      recipient,
      reference: segment.reference,
      total: segment.total,
      part: segment.part,
      text: segment.text,
      encoding: ENCODING_CODES[segment.encoding],
      userDataHeader: segment.userDataHeader,
      flash: segment.flash,
      priority: principal.priority ?? segment.priority,
      origin: segment.origin,
      acceptedAt: clock.now(),
      sendAt: segment.sendAt?.getTime() ?? null,
      validitySeconds: segment.validitySeconds ?? null,
      pushOn: pushCode(segment.push),
      pushContext: segment.push?.context ?? null,
      parts: measureText(segment.text).parts,
    })
    if (!accepted) throw new GatewayError('forbidden', 'opted-out', 'Contact has opted out')
    return { smsId: smsId as number }
  }

  return {
    async add(principal, segment) {
      try {
        return await add(principal, segment)
      } catch (error) {
        if (isCreditExceeded(error)) throw new GatewayError('forbidden', 'no-credit', 'Not enough credit')
        throw toServiceError(error)
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
        // Nothing: another node was faster, and may still be at it.
        if (gone === 0) return released
        released += gone
      }
    },
  }
}

async function addAll(options: SegmentsOptions, segments: readonly NewSegment[]): Promise<ReadonlySet<number>> {
  let stored: ReadonlySet<number> = new Set()
  await inTransaction(options, async (tx) => {
    await lockSets(tx, segments)
    stored = await insertSegments(tx, segments)
    const departures: Departure[] = []
    for (const set of sortSegments(await loadSegments(tx, segments))) {
      const departure = await joinSet(set, options)
      if (departure !== undefined) departures.push(departure)
    }
    return departures
  })
  return stored
}

/**
 * Runs a transaction that finds out which messages go out, stores them and hands them over after the commit. When a client has too little credit for a message, all
 * is done again one by one. Resolves with how many messages went out.
 */
async function inTransaction(
  options: SegmentsOptions,
  find: (tx: Transaction) => Promise<readonly Departure[]>,
): Promise<number> {
  const direct = options.direct()
  async function run(oneByOne: boolean): Promise<number> {
    let found: readonly Departure[] = []
    const stored = (await options.sql.begin(async (tx) => {
      found = await find(tx)
      try {
        return await storeDepartures(tx, found, { ...options, claim: claimFor(direct), oneByOne })
      } catch (error) {
        throw isCreditExceeded(error) ? new DepartureUnpaid(error) : error
      }
    })) as readonly StoreResult[]
    for (const result of stored) runStored(direct, result)
    return found.length
  }
  try {
    return await run(false)
  } catch (error) {
    if (error instanceof DepartureUnpaid) return run(true)
    throw error
  }
}

/** Not the segments that come in but what goes out exceeds the credit. */
class DepartureUnpaid extends Error {
  constructor(cause: unknown) {
    super('A message of several segments exceeds the credit', { cause })
  }
}

/** What has come of messages whose first segment has waited since before a moment. */
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

async function submitAlone(
  submissions: Submissions,
  principal: Principal,
  segment: SubmitSegment,
): Promise<{ smsId: number }> {
  const { origin, priority, to, text, userDataHeader, flash, sendAt, validitySeconds, push } = segment
  const destinations = [{ to }]
  const message = {
    destinations,
    text,
    encoding: 'binary',
    userDataHeader,
    flash,
    sendAt,
    validitySeconds,
    push,
  } as const
  const request = { origin, priority, numbers: 'international', atomic: true, messages: [message] } as const
  const { entries } = await submissions.submit(principal, request)
  const [entry] = entries
  if (entry?.state === 'bad-number') throw new GatewayError('invalid', 'bad-number', 'Not a phone number')
  if (entry?.state === 'opted-out') throw new GatewayError('forbidden', 'opted-out', 'Contact has opted out')
  return { smsId: entry?.smsId ?? 0 }
}
