import type { VouchedLogins } from '@heliograph/contracts'
import type { Accounts } from './accounts.ts'

/** Users of the double by their e-mail alone; it knows those with a password. */
export function createVouchedLogins(accounts: Pick<Accounts, 'passwordHolders'>): VouchedLogins {
  return {
    async byEmail(email) {
      const users = accounts.passwordHolders().filter(({ principal }) => principal.email === email.toLowerCase())
      const [user, ...others] = users
      if (user === undefined || others.length > 0) return { kind: 'unknown' }
      return user.isEnabled ? { kind: 'ok', principal: { ...user.principal, scope: 'portal' } } : { kind: 'disabled' }
    },
  }
}
