import { type Clock, type Logger, settleWithin } from '@heliograph/contracts'
import type { ClockReading } from '../database/database-clock.ts'

/** A heartbeat is sent this often ... */
const BEAT_MS = 3_000
/** ... and given up after this time, so that a connection that hangs does not hold up the next attempt ... */
const BEAT_DEADLINE_MS = 4_000
/** ... which comes this long after a failed one: connections that go dead all at once do not cost the lease ... */
const BEAT_AGAIN_MS = 1_000
/** ... and this long after the last good one a node hands over nothing more. */
const LEASE_MS = 10_000

export interface HeartbeatOptions {
  readonly clock: Clock
  /** Milliseconds that only ever grow, even when the clock is set back. */
  readonly monotonic: () => number
  /** The node's own clock, milliseconds since the epoch. */
  readonly wall: () => number
  readonly logger: Logger
  /** Renews the lease in the database. Resolves with the database's time; null when the lease has been ended. */
  readonly renew: () => Promise<number | null>
  /** Called with the database's time after each good heartbeat. */
  readonly onReading: (reading: ClockReading) => void
  /**
   * Called when this node was declared dead while it lived (it was frozen, or cut off): what it held belongs to others
   * now.
   */
  readonly onFenced: () => void
  /** Called when the lease is good again after it had run out, before another node took what this one owns. */
  readonly onHeldAgain: () => void
}

/**
 * Keeps this node's lease, and knows whether it holds.
 *
 * How long ago the last good heartbeat was sent is asked of two clocks. The monotonic one cannot be set, but may stand
 * still while the machine is suspended; the other one goes on meanwhile. The lease is over when either says so, so
 * nothing is handed over after a machine has woken up, before a heartbeat has got through.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #goodAt = Number.NEGATIVE_INFINITY
  #goodWallAt = 0
  #isFenced = false
  #wasHeld = true
  #isStopped = false
  #cancel: (() => void) | undefined
  #beating: Promise<void> | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  /** When the last heartbeat that got through was sent, by the monotonic clock. */
  get goodAt(): number {
    return this.#goodAt
  }

  /**
   * Whether this node may hand over what it owns: its last heartbeat is young enough that no other can have taken it.
   */
  get isHeld(): boolean {
    const { monotonic, wall } = this.#options
    return !this.#isFenced && monotonic() - this.#goodAt < LEASE_MS && wall() - this.#goodWallAt < LEASE_MS
  }

  /** Takes the row of the node, just made, for the first heartbeat; `sentAt` as `goodAt`. */
  start(sentAt: number): void {
    this.#good(sentAt)
    this.#plan(BEAT_MS)
  }

  /** Sends no more heartbeats; the lease holds until it runs out or `end` is called. */
  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  /** Gives up the lease. */
  end(): void {
    this.stop()
    this.#isFenced = true
  }

  #good(sentAt: number): void {
    const { monotonic, wall } = this.#options
    this.#goodAt = sentAt
    this.#goodWallAt = wall() - (monotonic() - sentAt)
  }

  /** Sends one now, unless one is under way. Resolves when it has ended, well or not. */
  beat(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    this.#cancel?.()
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined
    })
    return this.#beating
  }

  #plan(inMs: number): void {
    if (this.#isStopped) return
    this.#cancel = this.#options.clock.after(inMs, () => void this.beat())
  }

  async #beat(): Promise<void> {
    const { monotonic, logger } = this.#options
    const sentAt = monotonic()
    let nextInMs = BEAT_MS
    try {
      const databaseMs = await this.#renew()
      if (databaseMs !== null) this.#succeeded(sentAt, databaseMs)
      else if (!this.#isStopped) this.#fence()
    } catch (error) {
      nextInMs = BEAT_AGAIN_MS
      if (!this.#isStopped) logger.warn({ err: error }, 'heartbeat failed')
    }
    this.#noteWhetherHeld()
    this.#plan(nextInMs)
  }

  #renew(): Promise<number | null> {
    const { clock, renew } = this.#options
    return settleWithin(clock, BEAT_DEADLINE_MS, renew(), () => new Error('the database does not answer'))
  }

  #succeeded(sentAt: number, databaseMs: number): void {
    const { monotonic, onReading, onHeldAgain } = this.#options
    onReading({ databaseMs, roundTripMs: monotonic() - sentAt })
    // The lease may have run out since the last heartbeat, and links may have been closed meanwhile.
    this.#noteWhetherHeld()
    this.#good(sentAt)
    if (!this.#wasHeld && this.isHeld) {
      this.#wasHeld = true
      onHeldAgain()
    }
  }

  #noteWhetherHeld(): void {
    if (!this.isHeld) this.#wasHeld = false
  }

  #fence(): void {
    if (this.#isFenced) return
    this.end()
    this.#options.onFenced()
  }
}
