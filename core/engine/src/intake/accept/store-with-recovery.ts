import { type Clock, GatewayError } from '@heliograph/contracts'
import { numberArray, textArray } from '../../database/arrays.ts'
import { isDatabaseAway, isOutOfTime, type Sql } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { COMPLETION_UNKNOWN } from '../../database/replication-warning.ts'
import { isRolledBack } from '../../database/retry-rolled-back.ts'
import { storableText } from '../../database/storable-text.ts'
import type { AcceptRow, PreparedRequest } from './prepare.ts'
import type { StoreResult } from './store-messages.ts'

/** How long to keep trying to find out what became of a request; no client waits longer than five seconds. */
const PATIENCE_MS = 3_000

/** Waits between attempts grow by `WAIT_MS` each time, up to `LONGEST_WAIT_MS`. */
const WAIT_MS = 50
const LONGEST_WAIT_MS = 500

/** How many attempts the database may undo in favour of other transactions. */
const MOST_UNDONE = 5

/** The result when nothing was refused and there is nothing to hand over. */
export const ALL_STORED: StoreResult = {
  batches: [],
  optedOut: [],
  duplicates: [],
  overtaken: [],
  unpaid: [],
  affordable: [],
  held: [],
  spent: '0',
  isSpent: false,
}

export interface SurelyOptions {
  readonly sql: Sql
  /** Measures how long something takes, and is never set. */
  readonly clock: Clock
  /**
   * Called when rows turn out to be stored although this process was not told: batches it owns may be missing from its
   * memory.
   */
  readonly onFound: () => void
}

type Store = (requests: readonly PreparedRequest[]) => Promise<StoreResult>

/**
 * Stores requests. When the connection breaks meanwhile, finds out whether they were stored: rows that are not found
 * are stored again with the same ids, which the primary key refuses if they turn up after all.
 *
 * Throws `unavailable`/`outcome-unknown` when the database stays away too long for that, and the database's own error,
 * unchanged, when nothing was stored.
 */
export async function storeWithRecovery(
  { sql, clock, onFound }: SurelyOptions,
  requests: readonly PreparedRequest[],
  store: Store,
): Promise<StoreResult> {
  const until = clock.now() + PATIENCE_MS
  let isUnknown = false
  let left = requests
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (isUnknown) {
        const found = await findStored(sql, left)
        if (found.size > 0) onFound()
        left = without(left, found)
        if (left.length === 0) return ALL_STORED
      }
      return await store(left)
    } catch (error) {
      if (isRolledBack(error) && attempt < MOST_UNDONE) continue
      // Rows that were not found before have been stored just now. If the ids belonged to other messages, they would be
      // refused for ever.
      if (isStoredAlready(error) && attempt < MOST_UNDONE) isUnknown = true
      else {
        if (!isUnknown && isRefusal(error)) throw error
        if (clock.now() >= until || !mayPass(error)) throw outcomeUnknown(error)
        isUnknown = true
        await new Promise<void>((resolve) => clock.after(Math.min(WAIT_MS * attempt, LONGEST_WAIT_MS), resolve))
      }
    }
  }
}

/** Whether another attempt may find out more. */
function mayPass(error: unknown): boolean {
  return error instanceof NothingStored || isDatabaseAway(error) || isOutOfTime(error)
}

export function outcomeUnknown(cause?: unknown): GatewayError {
  return new GatewayError(
    'unavailable',
    'outcome-unknown',
    'It is not known whether this request was accepted. If each destination has its own messageId, the same request may safely be sent again.',
    cause === undefined ? {} : { cause },
  )
}

/** A transaction of several statements that broke off before its commit was requested. */
export class NothingStored extends Error {
  constructor(cause: unknown) {
    super('The transaction broke off before its commit', { cause })
    this.name = 'NothingStored'
  }
}

/** Like `toServiceError`, for the errors of accepting. */
export function toAcceptError(error: unknown): GatewayError {
  return toServiceError(error instanceof NothingStored ? error.cause : error)
}

/** Unique violation of the primary key of a partition of `message`. */
function isStoredAlready(error: unknown): boolean {
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown }
  return code === '23505' && typeof constraint === 'string' && /^message_\d+_pkey$/.test(constraint)
}

/** Errors from before there is a connection, so nothing can have been stored. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'CONNECTION_ENDED',
])

/**
 * True when it is certain that nothing was stored: the statement never went out, or the database reported that it
 * failed.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof NothingStored || !isDatabaseAway(error)) return true
  const code = (error as { code: string }).code
  if (NEVER_SENT.has(code)) return true
  // 08: trouble with the connection, which a pooler reports as well; 57P02: the server went down, perhaps after the
  // commit; 40003: after the commit for certain, but not for good.
  const isUncertain = code.startsWith('08') || ['57P02', COMPLETION_UNKNOWN, 'EPIPE'].includes(code)
  return /^[0-9A-Z]{5}$/.test(code) && !isUncertain
}

/**
 * Finds the rows that are in the database under the same ids, and locks them: what only the primary has may vanish with
 * it, and the commit of a lock waits for the standby like that of the rows themselves.
 */
async function findStored(sql: Sql, requests: readonly PreparedRequest[]): Promise<ReadonlySet<number>> {
  const rows = requests.flatMap((request) => request.rows)
  const found = await sql<{ sms_id: number }[]>`
    select message.sms_id
    from unnest(
      ${numberArray(rows.map((row) => row.smsId))}::bigint[],
      ${numberArray(rows.map((row) => row.template.clientId))}::bigint[],
      ${textArray(rows.map((row) => storableText(row.recipient)))}::text[]
    ) as given (sms_id, client_id, recipient)
    cross join lateral (
      select message.sms_id, message.client_id, message.recipient from message
      where message.sms_id = given.sms_id limit 1 for key share
    ) as message
    where message.client_id = given.client_id and message.recipient = given.recipient`
  return new Set(found.map((row) => row.sms_id))
}

function without(requests: readonly PreparedRequest[], found: ReadonlySet<number>): readonly PreparedRequest[] {
  const isLeft = (row: AcceptRow) => !found.has(row.smsId)
  return requests
    .map((request) => ({ ...request, rows: request.rows.filter(isLeft) }))
    .filter((request) => request.rows.length > 0)
}
