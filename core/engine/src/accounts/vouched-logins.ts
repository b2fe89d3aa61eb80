import type { VouchedLogins } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { type DirectoryDefaults, loadUsersByEmail } from './load-accounts.ts'

/** Of several namesakes none is let in, so more need not be known. */
const ENOUGH = 2

/** Creates the `VouchedLogins` service. */
export function createVouchedLogins(sql: Sql, defaults: DirectoryDefaults): VouchedLogins {
  return {
    async byEmail(email) {
      const users = await serviceAnswer(loadUsersByEmail(sql, email.toLowerCase(), undefined, defaults, ENOUGH))
      const [user, ...others] = users
      if (user === undefined || others.length > 0) return { kind: 'unknown' }
      if (!user.isEnabled) return { kind: 'disabled' }
      return { kind: 'ok', principal: Object.freeze({ ...user.principal, scope: 'portal' as const }) }
    },
  }
}
