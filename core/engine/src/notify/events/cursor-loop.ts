import type { EventFollower } from '@heliograph/contracts'
import { LookLoop } from '../../ownership/look-loop.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { retryAfterMs } from '../../ownership/retry-after.ts'
import { callHandler } from './call-handler.ts'
import { loadEvents } from './event-statements.ts'
import {
  type Cursor,
  claimCursor,
  type LoggedEvent,
  moveCursor,
  putOffCursor,
  readLog,
  releaseCursor,
} from './log-statements.ts'

const BATCH = 100
/** How often to look while there is nothing. */
const POLL_MS = 500

export interface CursorLoopOptions extends OwnerTools {
  /** Names whose next events are being handed over on this node; shared by its followers. */
  readonly busy: Set<string>
  readonly follower: EventFollower
}

/** Hands the events of the log to a follower, batch by batch in their order, while this node has its place. */
export class CursorLoop {
  readonly #options: CursorLoopOptions
  readonly #end = new AbortController()
  readonly #loop: LookLoop

  constructor(options: CursorLoopOptions) {
    this.#options = options
    this.#loop = new LookLoop({ ...options, what: 'followed events', everyMs: POLL_MS, look: () => this.#look() })
    void this.#loop.start()
  }

  /** Looks soon: there are new events. */
  wake(): void {
    void this.#loop.look()
  }

  /** Resolves when the handler has ended; another node can go on at once. */
  async stop(): Promise<void> {
    this.#end.abort()
    await this.#loop.stop()
    const { sql, leaseNumber, follower, logger } = this.#options
    // Where this fails, the place is free when this node has signed off.
    await releaseCursor(sql, leaseNumber(), follower.name).catch((error: unknown) =>
      logger.warn({ err: error, follower: follower.name }, 'the cursor of a follower was not released'),
    )
  }

  async #look(): Promise<boolean> {
    const { busy, follower } = this.#options
    const lease = this.#options.lease()
    if (lease === null || this.#end.signal.aborted || busy.has(follower.name)) return false
    busy.add(follower.name)
    try {
      return await this.#readOn(lease)
    } finally {
      busy.delete(follower.name)
    }
  }

  async #readOn(lease: number): Promise<boolean> {
    const { sql, follower } = this.#options
    const cursor = await claimCursor(sql, lease, follower.name)
    if (cursor === undefined) return false
    const events = await readLog(sql, cursor.position, BATCH)
    const last = events.at(-1)
    if (last === undefined) return false
    if (!(await this.#hand(lease, cursor, events))) return false
    await moveCursor(sql, lease, follower.name, cursor, last.position)
    return true
  }

  /** Resolves with whether they were taken. */
  async #hand(lease: number, cursor: Cursor, logged: readonly LoggedEvent[]): Promise<boolean> {
    const { sql, clock, logger, follower } = this.#options
    const wanted = logged.filter(({ kind }) => cursor.kinds.includes(kind))
    const places = new Map(wanted.map(({ event_id, position }) => [event_id, position]))
    const placeOf = (eventId: number) => places.get(eventId) ?? 0
    const events = [...(await loadEvents(sql, wanted))].sort((a, b) => placeOf(a.eventId) - placeOf(b.eventId))
    if (events.length === 0) return true
    try {
      await callHandler(clock, this.#end.signal, (signal) => follower.handler(events, signal))
      return true
    } catch (error) {
      logger.warn(
        { err: error, follower: follower.name, events: events.length },
        'events were not accepted; they will be offered again',
      )
      await putOffCursor(sql, lease, follower.name, retryAfterMs(cursor.tries + 1))
      return false
    }
  }
}
