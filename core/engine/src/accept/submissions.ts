import {
  type Clock,
  GatewayError,
  type Principal,
  type Submissions,
  type SubmitEntry,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import { isDataFault, type Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { withDeadline } from '../database/deadline.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import type { RecordIds } from '../database/record-ids.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'
import { storableText } from '../database/storable-text.ts'
import type { RoutedMessage } from '../dispatch/routing/router.ts'
import { claimFor, runStored, type ShortWay } from './direct-way.ts'
import { type ExistingMessage, findExisting } from './find-existing.ts'
import { type AcceptRow, type ChosenChannel, type PreparedRequest, prepareRequest } from './prepare.ts'
import { isCreditExceeded, type StoreResult, storeMessages } from './store-messages.ts'

/** Messages a micro-batch takes; above this the statement's memory and the wait of its first request grow for nothing. */
const BATCH_MESSAGES = 2_000

/** Commits under way at once. One: whatever arrives meanwhile shares the next, and the fewer and fuller the commits, the less each message costs. */
const LANES = 1

/** Clients that were answered need about this long to send their next request. */
const LINGER_MS = 3

export interface SubmissionsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly ids: RecordIds
  readonly defaultValiditySeconds: number
  channelsOf(principal: Principal): ChannelChoice | Promise<ChannelChoice>
  routeFor(to: string, message: RoutedMessage): string
  generateMessageId(smsId: number, acceptedAt: number): string
  /** The short way to the links of this process, while there is one. */
  direct(): ShortWay
}

/** Chooses among the enabled channels of a principal. */
export type ChannelChoice = (from: string | undefined) => ChosenChannel | undefined

/** What the database said to the rows of one request. */
interface Outcome {
  readonly optedOut: ReadonlySet<number>
  readonly duplicates: ReadonlySet<number>
  readonly unpaid: ReadonlySet<number>
}

/** The `Submissions` service: prepare, share a commit with whoever else came, answer. */
export function createSubmissions(options: SubmissionsOptions): Submissions {
  const { sql, clock } = options
  const batch = new MicroBatch<PreparedRequest, Outcome>({
    run: (requests) => acceptAll((rows) => store(options, rows), requests),
    weigh: (request) => request.rows.length,
    maxWeight: BATCH_MESSAGES,
    lanes: LANES,
    lingerMs: LINGER_MS,
    isolate: isDataFault,
  })

  async function prepare(principal: Principal, request: SubmitRequest): Promise<PreparedRequest> {
    const choice = options.channelsOf(principal)
    return prepareRequest(principal, request, {
      now: clock.now(),
      defaultValiditySeconds: options.defaultValiditySeconds,
      channelFor: choice instanceof Promise ? await choice : choice,
      routeFor: options.routeFor,
      takeIds: (count) => options.ids.take(count),
      generateMessageId: options.generateMessageId,
    })
  }

  return {
    async submit(principal, request): Promise<SubmitResult> {
      try {
        const prepared = await prepare(principal, request)
        if (prepared.rows.length > 0) await applyOutcome(sql, prepared, await batch.add(prepared))
        return { bulkId: prepared.bulkId, entries: prepared.entries }
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

type Store = (rows: readonly AcceptRow[]) => Promise<StoreResult>

/** Stores messages, and hands those that may skip the queue to the links once they are committed. */
async function store({ sql, defaultValiditySeconds, direct }: SubmissionsOptions, rows: readonly AcceptRow[]) {
  const jobs = direct()
  const claim = claimFor(jobs)
  const stored = await retryRolledBack(() => withDeadline(storeMessages(sql, rows, defaultValiditySeconds, claim)))
  runStored(jobs, stored)
  return stored
}

async function acceptAll(store: Store, requests: readonly PreparedRequest[]): Promise<Outcome[]> {
  const rows =
    requests.length === 1 ? (requests[0] as PreparedRequest).rows : requests.flatMap((request) => request.rows)
  try {
    const stored = await store(rows)
    const outcome = { optedOut: new Set(stored.optedOut), duplicates: new Set(stored.duplicates), unpaid: NONE }
    return requests.map(() => outcome)
  } catch (error) {
    if (!isCreditExceeded(error)) throw error
  }
  // Somebody's credit does not suffice for the sum. One after the other, everybody gets the own answer.
  const outcomes: Outcome[] = []
  for (const request of requests) outcomes.push(await acceptOne(store, request.rows, request.atomic))
  return outcomes
}

const NONE: ReadonlySet<number> = new Set()

/** An atomic request is stored whole or not; of others, as much as the credit pays for, in order. */
async function acceptOne(store: Store, rows: readonly AcceptRow[], atomic: boolean): Promise<Outcome> {
  try {
    const stored = await store(rows)
    return { optedOut: new Set(stored.optedOut), duplicates: new Set(stored.duplicates), unpaid: NONE }
  } catch (error) {
    if (!isCreditExceeded(error)) throw error
    if (atomic || rows.length === 1) {
      return { optedOut: NONE, duplicates: NONE, unpaid: new Set(rows.map((row) => row.smsId)) }
    }
  }
  const middle = Math.ceil(rows.length / 2)
  const first = await acceptOne(store, rows.slice(0, middle), false)
  const second = await acceptOne(store, rows.slice(middle), false)
  return {
    optedOut: new Set([...first.optedOut, ...second.optedOut]),
    duplicates: new Set([...first.duplicates, ...second.duplicates]),
    unpaid: new Set([...first.unpaid, ...second.unpaid]),
  }
}

async function applyOutcome(sql: Sql, prepared: PreparedRequest, outcome: Outcome): Promise<void> {
  const { optedOut, duplicates, unpaid } = outcome
  if (optedOut.size + duplicates.size + unpaid.size === 0) return
  const again: AcceptRow[] = []
  for (const row of prepared.rows) {
    if (unpaid.has(row.smsId) && prepared.atomic) {
      throw new GatewayError('forbidden', 'no-credit', 'Not enough credit for this request')
    }
    if (unpaid.has(row.smsId)) refuse(prepared.entries, row, 'no-credit')
    else if (optedOut.has(row.smsId)) refuse(prepared.entries, row, 'opted-out')
    else if (duplicates.has(row.smsId)) refuse(prepared.entries, row, 'duplicate')
    else continue
    // A resend is answered with what became of the first, whatever would become of it now.
    if (row.messageId !== null && !unpaid.has(row.smsId)) again.push(row)
  }
  if (again.length > 0) await answerResends(sql, prepared, again)
}

function refuse(entries: SubmitEntry[], row: AcceptRow, state: SubmitEntry['state']): void {
  entries[row.entry] = { ...(entries[row.entry] as SubmitEntry), smsId: 0, state }
}

/** The same message again is answered with what became of the first; another text or recipient under the same id stays refused. */
async function answerResends(sql: Sql, prepared: PreparedRequest, rows: readonly AcceptRow[]): Promise<void> {
  const found = await findExisting(
    sql,
    rows.map((row) => row.template.clientId),
    rows.map((row) => row.messageId as string),
  )
  const byId = new Map<string, ExistingMessage>(found.map((existing) => [existing.message_id, existing]))
  for (const row of rows) {
    const messageId = row.messageId as string
    const existing = byId.get(storableText(messageId))
    if (existing?.recipient !== row.recipient || existing.body !== storableText(row.template.body)) continue
    prepared.entries[row.entry] = {
      to: existing.recipient,
      from: existing.sender,
      messageId,
      smsId: existing.sms_id,
      parts: existing.parts,
      state: existing.state,
    }
  }
}
