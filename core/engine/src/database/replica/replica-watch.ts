import { type Clock, type Logger, settleWithin } from '@heliograph/contracts'
import { MicroBatch } from '../micro-batch.ts'
import { reasonOf } from '../reason-of.ts'
import { judgePosition, type ReplayedPosition, type Verdict, type WalPosition } from './wal-position.ts'

/**
 * How long a read waits for the replica to have replayed what was committed before it. One that is as near as that is
 * worth the wait; for one that is not, no read waits at all.
 */
const NEAR_MS = 300

/** Pauses between looks while a read waits; each is twice as long as the one before. */
const FIRST_PAUSE_MS = 4

/** What keeps the replica from being used is worth a line in the log once it has lasted this long. */
const TELL_MS = 5_000

/** `near`: it may be used. `unknown`: it has not been looked at yet, or the primary did not say how far it is. */
export type Standing = 'near' | Exclude<Verdict, 'reached'> | 'away' | 'unknown'

export interface ReplicaWatchOptions {
  /** Asks the primary where it is. */
  readonly current: () => Promise<WalPosition>
  /** Asks the replica how far it has come. */
  readonly replayed: () => Promise<ReplayedPosition>
  /** The time of the database. */
  readonly clock: Pick<Clock, 'now'>
  /** Measures how long something takes. */
  readonly steady: Clock
  readonly logger: Logger
}

/**
 * Knows whether the replica has what a read must see.
 *
 * A read must see all that was acknowledged before it came, by whichever node. So the primary is asked where it is
 * *after* the read came, and the replica has to have replayed up to there: no write needs to be remembered or announced
 * for that. Reads that come while this is found out for others share the next round.
 */
export class ReplicaWatch {
  readonly #options: ReplicaWatchOptions
  readonly #rounds: MicroBatch<'read' | 'look', WalPosition | undefined>
  #standing: Standing = 'unknown'
  #notNearSince: number
  #hasReported = false
  /** How long the last round that found the replica near took. */
  #lagMs = 0
  /** When the last transaction that the replica is known to have was committed. */
  #committedMs: number

  constructor(options: ReplicaWatchOptions) {
    const { steady, clock } = options
    this.#options = options
    this.#notNearSince = steady.now()
    this.#committedMs = clock.now()
    this.#rounds = new MicroBatch({
      run: async (askers) => {
        const position = await this.#round(askers)
        return askers.map(() => position)
      },
      maxItems: Number.POSITIVE_INFINITY,
      lanes: 1,
    })
  }

  get standing(): Standing {
    return this.#standing
  }

  /** How far the replica is behind the primary, in milliseconds. */
  get lagMs(): number {
    if (this.#standing === 'near') return this.#lagMs
    return Math.max(0, this.#options.clock.now() - this.#committedMs)
  }

  /**
   * Waits until the replica has everything that was committed before this call, and resolves with the position of the
   * primary then. Undefined: the replica is not near, and the primary has to answer. Never rejects.
   */
  async follow(): Promise<WalPosition | undefined> {
    return this.#standing === 'near' ? this.#rounds.add('read') : undefined
  }

  /** Looks how far the replica is, whether or not anyone reads. Call it about every second. Never rejects. */
  async look(): Promise<void> {
    await this.#rounds.add('look')
  }

  /** What came while the round before found out that the replica is not near does not wait for another one. */
  async #round(askers: readonly ('read' | 'look')[]): Promise<WalPosition | undefined> {
    if (this.#standing !== 'near' && !askers.includes('look')) return undefined
    const { current, steady } = this.#options
    const beganAt = steady.now()
    const endsAt = beganAt + NEAR_MS
    const wanted = await this.#inTime(endsAt, current()).catch((error: unknown) => {
      this.#become('unknown', error)
    })
    if (wanted === undefined) return undefined
    try {
      const verdict = await this.#lookUntil(endsAt, wanted)
      if (verdict === 'reached') this.#lagMs = steady.now() - beganAt
      this.#become(verdict === 'reached' ? 'near' : verdict)
      return verdict === 'reached' ? wanted : undefined
    } catch (error) {
      this.#become('away', error)
      return undefined
    }
  }

  async #lookUntil(endsAt: number, wanted: WalPosition): Promise<Verdict> {
    const { replayed, steady } = this.#options
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const found = await this.#inTime(endsAt, replayed())
      const verdict = judgePosition(wanted, found)
      if (verdict !== 'other-database' && found.committedMs !== null) this.#committedMs = found.committedMs
      if (verdict !== 'behind' || steady.now() + pauseMs >= endsAt) return verdict
      await new Promise<void>((resolve) => steady.after(pauseMs, resolve))
    }
  }

  #inTime<T>(endsAt: number, answer: Promise<T>): Promise<T> {
    const { steady } = this.#options
    return settleWithin(steady, endsAt - steady.now(), answer, () => new Error(`no answer within ${NEAR_MS} ms`))
  }

  #become(standing: Standing, error?: unknown): void {
    const { steady, logger } = this.#options
    if (standing === 'near') {
      if (this.#hasReported) logger.info({}, 'the replica serves reads again')
      this.#hasReported = false
    } else if (this.#standing === 'near') this.#notNearSince = steady.now()
    this.#standing = standing
    if (standing === 'near' || this.#hasReported || steady.now() - this.#notNearSince < TELL_MS) return
    this.#hasReported = true
    const reason = error === undefined ? undefined : reasonOf(error)
    logger.warn(
      { standing, lagMs: Math.round(this.lagMs), reason },
      'the primary serves reads; the replica is not used',
    )
  }
}
