import { GatewayError, type InstanceState } from '@heliograph/contracts'
import type { Cursor } from './cursor.ts'
import { loadCursor, type StoredCursor, saveCursor } from './cursor-store.ts'

/** How far back the first reading goes. */
const REACH_MS = 48 * 3_600_000

/**
 * Records may become visible this long after their time. What was given of that stretch is remembered, so that it can
 * be looked at again.
 */
const OVERLAP_MS = 60_000

/** Records that a reader may be owed. While it is owed more, no further ones are looked at. */
const MOST_OWED = 10_000

/** Readings that may come in between before one gives up. */
const ATTEMPTS = 3

/** A record that is given once. */
export interface Candidate<R> {
  readonly id: number
  readonly atMs: number
  /** Whether it can be given now. Others are owed until they can. */
  readonly isReady: boolean
  readonly record: R
}

/** Where records come from. */
export interface Source<R> {
  /**
   * Those of a stretch of time: as much of it as can be looked at in one go, from its beginning.
   *
   * @returns the records, and the end of the stretch that was examined
   */
  between(
    sinceMs: number,
    untilMs: number,
  ): Promise<{ readonly found: readonly Candidate<R>[]; readonly endMs: number }>
  /** Those with these ids which still exist. */
  byIds(ids: readonly number[]): Promise<readonly Candidate<R>[]>
  /** The order in which they are given. */
  compare(a: R, b: R): number
}

/** Who reads, and how much. */
export interface Reader {
  /** Names the place that the reader has come to, in the state of the instance. */
  readonly key: string
  readonly limit: number
  readonly nowMs: number
  readonly state: InstanceState
}

export interface Reading<R> {
  readonly records: readonly R[]
  /** How many more could be given at once, of those that were looked at. */
  readonly waiting: number
  /** Call once, when the answer with them has ended. False: they are given again, unless a later reading came first. */
  settle(isSent: boolean): Promise<void>
}

/**
 * Finds records that the reader has not been given yet and moves its place behind them, so that each is in one answer.
 * Throws `throttled` when readings of the same place keep coming in between.
 */
export async function readOnce<R>(source: Source<R>, reader: Reader): Promise<Reading<R>> {
  const { key, nowMs, state } = reader
  const initial = { sinceMs: nowMs - REACH_MS, owed: [], given: [] }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await loadCursor(state, key, initial, nowMs)
    const { after, records, waiting } = await step(source, before.cursor, reader)
    const stored = await saveCursor(state, key, before, after, nowMs)
    if (stored !== undefined) return { records, waiting, settle: (isSent) => settle(isSent, reader, before, stored) }
  }
  const options = { retryAfterSeconds: 1 }
  throw new GatewayError('throttled', 'reading-elsewhere', 'Other requests read the same at the same time', options)
}

interface Step<R> {
  readonly after: Cursor
  readonly records: readonly R[]
  readonly waiting: number
}

async function step<R>(
  source: Source<R>,
  { given, owed, sinceMs }: Cursor,
  { limit, nowMs }: Reader,
): Promise<Step<R>> {
  const fromMs = Math.max(sinceMs, nowMs - REACH_MS)
  const isFull = owed.length > MOST_OWED
  const { found, endMs } = isFull ? { found: [], endMs: fromMs } : await source.between(fromMs, nowMs + 1)
  const wasGiven = new Set(given)
  const wasOwed = new Set(owed)
  const fresh = found.filter(({ id }) => !wasGiven.has(id) && !wasOwed.has(id))
  const candidates = [...(owed.length === 0 ? [] : await source.byIds(owed)), ...fresh]
  const ready = candidates.filter(({ isReady }) => isReady).sort((a, b) => source.compare(a.record, b.record))
  const now = ready.slice(0, limit)
  const givenNow = new Set(now.map(({ id }) => id))
  // With nothing looked at, what was given of the stretch is still needed as it is.
  const nextMs = isFull ? fromMs : Math.max(fromMs, Math.min(endMs, nowMs - OVERLAP_MS))
  const isGiven = ({ id }: Candidate<R>) => givenNow.has(id) || wasGiven.has(id)
  const after = {
    sinceMs: nextMs,
    owed: candidates.filter(({ id }) => !givenNow.has(id)).map(({ id }) => id),
    given: isFull
      ? [...given, ...givenNow]
      : [...found, ...now].filter((each) => each.atMs >= nextMs && isGiven(each)).map(({ id }) => id),
  }
  return { after, records: now.map(({ record }) => record), waiting: ready.length - now.length }
}

async function settle(
  isSent: boolean,
  { key, nowMs, state }: Reader,
  before: StoredCursor,
  stored: StoredCursor,
): Promise<void> {
  if (!isSent) await saveCursor(state, key, stored, before.cursor, nowMs)
}
