import type { AccountKeeper, NoteAct } from '@heliograph/access'
import type { VouchedLogins, VouchedResult } from '@heliograph/contracts'
import type { Accounts } from './accounts.ts'

export interface VouchedLoginsParts {
  readonly accounts: Pick<Accounts, 'passwordHolders'>
  readonly keeper: Pick<AccountKeeper, 'addUser' | 'setUser'>
  readonly note: NoteAct
}

/** Users of the double by their e-mail alone; it knows those with a password. */
export function createVouchedLogins({ accounts, keeper, note }: VouchedLoginsParts): VouchedLogins {
  function find(email: string, clientId?: number): VouchedResult {
    const [user, ...others] = accounts
      .passwordHolders()
      .filter(({ principal }) => principal.email === email.toLowerCase())
      .filter(({ principal }) => clientId === undefined || principal.clientId === clientId)
    if (user === undefined || others.length > 0) return { kind: 'unknown' }
    return user.isEnabled ? { kind: 'ok', principal: { ...user.principal, scope: 'portal' } } : { kind: 'disabled' }
  }

  return {
    byEmail: async (email) => find(email),
    async settle({ email, clientId, role }, makesUser) {
      const before = find(email, clientId)
      if (before.kind === 'disabled' || (before.kind === 'unknown' && !makesUser)) return before
      if (before.kind === 'ok' && before.principal.role === role) return before
      const added = before.kind === 'unknown'
      if (added) await keeper.addUser({ clientId, email, role, password: 'nobody knows it' })
      else await keeper.setUser({ userId: before.principal.userId, role })
      const after = find(email, clientId)
      if (after.kind !== 'ok') return after
      const { userId } = after.principal
      const detail = { email: email.toLowerCase(), role, by: 'identity provider' }
      await note(after.principal, {
        action: added ? 'user-added' : 'user-changed',
        subject: `user ${userId}`,
        clientId,
        detail,
      })
      return after
    },
  }
}
