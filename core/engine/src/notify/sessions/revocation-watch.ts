import type { Clock, SessionRequest } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import { LookLoop } from '../../ownership/look-loop.ts'
import { findRevoked, type Holder } from './session-statements.ts'

/** How often to look for changes while they are not announced, so that they still take effect within a second. */
const BLIND_MS = 500
/** How often to look although nothing was announced: a key may have expired. */
const EXPIRY_MS = 30_000

/** A session whose user, client, key or network may be disabled at any time. */
export interface WatchedSession {
  readonly holder: Holder
  readonly onRevoked: () => void
  /** Before that `onRevoked` is not called; the code that opens the session checks `isRevoked`. */
  isOpen: boolean
  isRevoked: boolean
}

/**
 * Ends sessions whose user, client or key is no longer enabled, or whose client no longer accepts credentials from
 * where they come from, with one statement for all of them when a change is announced, and those whose key has expired
 * within half a minute.
 */
export class RevocationWatch {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #loop: LookLoop
  readonly #sessions = new Set<WatchedSession>()
  #mayHaveChanged = false
  #isLive = false
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(options: NodeTools) {
    this.#sql = options.sql
    this.#clock = options.clock
    this.#loop = new LookLoop({
      ...options,
      what: 'sessions of disabled users',
      everyMs: BLIND_MS,
      look: () => this.#look(),
    })
  }

  watch({ principal, remote, onRevoked }: SessionRequest): WatchedSession {
    const holder = { userId: principal.userId, keyId: principal.keyId, remote }
    const session = { holder, onRevoked, isOpen: false, isRevoked: false }
    this.#sessions.add(session)
    void this.#loop.start()
    return session
  }

  forget(session: WatchedSession): void {
    this.#sessions.delete(session)
  }

  setLive(live: boolean): void {
    this.#isLive = live
    void this.check()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** Checks whether sessions have to end. Resolves when that is known, or when the watch stops. */
  check(): Promise<void> {
    this.#mayHaveChanged = true
    return this.#loop.look()
  }

  async #look(): Promise<void> {
    const now = this.#clock.now()
    if (this.#isLive && !this.#mayHaveChanged && now - this.#lookedAt < EXPIRY_MS) return
    this.#mayHaveChanged = false
    this.#lookedAt = now
    const sessions = [...this.#sessions]
    if (sessions.length === 0) return
    try {
      const holders = sessions.map((session) => session.holder)
      const revoked = await findRevoked(this.#sql, holders)
      for (const index of revoked) this.#revoke(sessions[index] as WatchedSession)
    } catch (error) {
      this.#mayHaveChanged = true
      throw error
    }
  }

  #revoke(session: WatchedSession): void {
    if (!this.#sessions.delete(session)) return
    session.isRevoked = true
    if (session.isOpen) session.onRevoked()
  }
}
