import type { Clock, Logger, SessionRequest } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { withDeadline } from '../../database/deadline.ts'
import { findRevoked, type Holder } from './session-statements.ts'

/** How often to look for changes while they are not announced, so that they still take effect within a second. */
const BLIND_MS = 500

/** How long to wait after a failed look. */
const RETRY_MS = 250

/** A session whose user, client or key may be disabled at any time. */
export interface WatchedSession {
  readonly holder: Holder
  readonly onRevoked: () => void
  /** Before that `onRevoked` is not called; the code that opens the session checks `isRevoked`. */
  isOpen: boolean
  isRevoked: boolean
}

export interface RevocationWatchOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Ends sessions whose user, client or key is no longer enabled, with one statement for all of them when a change is
 * announced.
 */
export class RevocationWatch {
  readonly #options: RevocationWatchOptions
  readonly #sessions = new Set<WatchedSession>()
  #checking: Promise<void> | undefined
  #again = false
  #isLive = false
  #isStopped = false
  #cancel: (() => void) | undefined

  constructor(options: RevocationWatchOptions) {
    this.#options = options
  }

  watch({ principal, onRevoked }: SessionRequest): WatchedSession {
    const holder = { userId: principal.userId, keyId: principal.keyId }
    const session = { holder, onRevoked, isOpen: false, isRevoked: false }
    this.#sessions.add(session)
    return session
  }

  forget(session: WatchedSession): void {
    this.#sessions.delete(session)
  }

  setLive(live: boolean): void {
    this.#isLive = live
    void this.check()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  /**
   * Checks whether sessions have to end. Calls made while a check is under way share the next one. Resolves after it,
   * whether or not it succeeded.
   */
  async check(): Promise<void> {
    if (this.#isStopped || this.#sessions.size === 0) return
    this.#again = true
    this.#checking ??= this.#look()
    await this.#checking
  }

  #look(): Promise<void> {
    this.#cancel?.()
    return this.#checkAll().then((isDone) => {
      this.#checking = undefined
      if (!isDone) this.#plan(RETRY_MS)
      else if (!this.#isLive) this.#plan(BLIND_MS)
    })
  }

  #plan(delayMs: number): void {
    if (this.#isStopped) return
    this.#cancel?.()
    this.#cancel = this.#options.clock.after(delayMs, () => void this.check())
  }

  async #checkAll(): Promise<boolean> {
    while (this.#again) {
      this.#again = false
      const sessions = [...this.#sessions]
      if (sessions.length === 0) return true
      try {
        const holders = sessions.map((session) => session.holder)
        const revoked = await withDeadline(findRevoked(this.#options.sql, holders))
        for (const index of revoked) this.#revoke(sessions[index] as WatchedSession)
      } catch (error) {
        this.#options.logger.debug({ error }, 'sessions of disabled users could not be looked for')
        return false
      }
    }
    return true
  }

  #revoke(session: WatchedSession): void {
    if (!this.#sessions.delete(session)) return
    session.isRevoked = true
    if (session.isOpen) session.onRevoked()
  }
}
