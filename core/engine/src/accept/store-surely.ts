import { type Clock, GatewayError } from '@heliograph/contracts'
import { numberArray, textArray } from '../database/arrays.ts'
import { isDatabaseAway, type Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { DeadlineError } from '../database/deadline.ts'
import { isRolledBack } from '../database/retry-rolled-back.ts'
import { storableText } from '../database/storable-text.ts'
import type { AcceptRow, PreparedRequest } from './prepare.ts'
import type { StoreResult } from './store-messages.ts'

/** How long it is tried to find out what became of a request. Clients mostly wait longer. */
const PATIENCE_MS = 12_000

/** Waits between attempts grow by the first up to the second. */
const WAIT_MS = 50
const LONGEST_WAIT_MS = 500

/** Attempts that the database may undo in favour of others. */
const MOST_UNDONE = 5

/** Nothing of what was given has been refused; there is nothing to hand over. */
export const ALL_STORED: StoreResult = {
  batches: [],
  optedOut: [],
  duplicates: [],
  unpaid: [],
  affordable: [],
  held: [],
  spent: '0',
  isSpent: false,
}

export interface SurelyOptions {
  readonly sql: Sql
  readonly clock: Clock
  /** Rows were stored without this process's hearing of it: batches it owns may be missing in its memory. */
  readonly onFound: () => void
}

type Store = (requests: readonly PreparedRequest[]) => Promise<StoreResult>

/**
 * Stores requests and finds out whether they were stored when the connection breaks meanwhile: rows that are not found then are stored again, with the same
 * ids, which the primary key refuses should they turn up after all.
 *
 * Throws `unavailable`/`outcome-unknown` when the database stays away too long for that, and what the database said, as it is, when nothing was stored.
 */
export async function storeSurely(
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
      // Refused for rows that were not found before: they were stored just now. The ids of other messages would be refused for ever.
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

/** Whether another attempt may tell more. */
function mayPass(error: unknown): boolean {
  return error instanceof NothingStored || isDatabaseAway(error)
}

export function outcomeUnknown(cause: unknown): GatewayError {
  return new GatewayError(
    'unavailable',
    'outcome-unknown',
    'It is not known whether this request was accepted. With a messageId of its own for each destination the same request may safely be sent again.',
    { cause },
  )
}

/** A transaction of several statements that broke before its commit was asked for. */
export class NothingStored extends Error {
  constructor(cause: unknown) {
    super('The transaction broke off before its commit', { cause })
    this.name = 'NothingStored'
  }
}

/** As `toServiceError`, for what accepting throws. */
export function toAcceptError(error: unknown): GatewayError {
  return toServiceError(error instanceof NothingStored ? error.cause : error)
}

/** Unique violation of the primary key of a partition of `message`. */
function isStoredAlready(error: unknown): boolean {
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown }
  return code === '23505' && typeof constraint === 'string' && /^message_\d+_pkey$/.test(constraint)
}

/** Before a connection there is nothing that could have stored anything. */
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

/** True when it is certain that nothing was stored: the statement never went out, or the database says that it failed. */
function isRefusal(error: unknown): boolean {
  if (error instanceof DeadlineError) return false
  if (error instanceof NothingStored || !isDatabaseAway(error)) return true
  const code = (error as { code: string }).code
  if (NEVER_SENT.has(code)) return true
  // 08: trouble with the connection, which a pooler reports as well; 57P02: the server went down, perhaps after the commit.
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && code !== '57P02' && code !== 'EPIPE'
}

/** Those of the rows that are in the database, under the same ids. */
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
      where message.sms_id = given.sms_id limit 1
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
