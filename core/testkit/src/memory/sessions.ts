import { GatewayError, type Session, type SessionRequest } from '@heliograph/contracts'
import type { Accounts } from './accounts.ts'
import type { Pushes } from './pushes.ts'

/** Sessions of clients that are open now. */
export interface OpenSessions {
  readonly open: readonly SessionRequest[]
  /** The contract of `Sessions.open`, without a promise. */
  start(request: SessionRequest): Session
  /** Notifies the sessions whose principals are no longer enabled. */
  revoke(): void
}

export function createSessions(accounts: Accounts, pushes: Pushes): OpenSessions {
  const open = new Set<SessionRequest>()
  const reported = new Set<SessionRequest>()

  return {
    get open() {
      return [...open]
    },
    start(given) {
      const { origin, principal, receiver } = given
      const beside = [...open].filter(
        (each) => each.principal.userId === principal.userId && each.origin === origin,
      ).length
      if (beside >= given.limit) throw new GatewayError('forbidden', 'too-many-sessions', 'Too many sessions')
      const session = { ...given }
      open.add(session)
      const detach = receiver && pushes.attach(principal.userId, receiver)
      return {
        async close() {
          if (open.delete(session)) detach?.()
        },
      }
    },
    revoke() {
      for (const session of [...open]) {
        if (reported.has(session) || accounts.isEnabled(session.principal)) continue
        reported.add(session)
        session.onRevoked()
      }
    },
  }
}
