import { randomBytes } from 'node:crypto'
import type { AccountKeeper, NoteAct } from '@heliograph/access'
import type { Principal, VouchedLogins, VouchedResult } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { type DirectoryDefaults, type LoadedUser, loadUsersByEmail } from './load-accounts.ts'

/** Of several namesakes none is let in, so more need not be known. */
const ENOUGH = 2

export interface VouchedLoginsOptions {
  readonly sql: Sql
  readonly defaults: DirectoryDefaults
  readonly accounts: Pick<AccountKeeper, 'addUser' | 'setUser'>
  readonly note: NoteAct
}

/** Creates the `VouchedLogins` service. */
export function createVouchedLogins({ sql, defaults, accounts, note }: VouchedLoginsOptions): VouchedLogins {
  const find = (email: string, clientId?: number) =>
    serviceAnswer(loadUsersByEmail(sql, email.toLowerCase(), clientId, defaults, ENOUGH))

  return {
    byEmail: async (email) => resultOf(await find(email)),
    async settle({ email, clientId, role }, makesUser) {
      const before = resultOf(await find(email, clientId))
      if (before.kind === 'disabled' || (before.kind === 'unknown' && !makesUser)) return before
      if (before.kind === 'ok' && before.principal.role === role) return before
      const detail = { email: email.toLowerCase(), role, by: 'identity provider' }
      const added = before.kind === 'unknown'
      if (added) await accounts.addUser({ clientId, email, role, password: randomBytes(32).toString('base64url') })
      else await accounts.setUser({ userId: before.principal.userId, role })
      const after = resultOf(await find(email, clientId))
      if (after.kind !== 'ok') return after
      const action = added ? 'user-added' : 'user-changed'
      await note(after.principal, { action, subject: `user ${after.principal.userId}`, clientId, detail })
      return after
    },
  }
}

function resultOf([user, ...others]: readonly LoadedUser[]): VouchedResult {
  if (user === undefined || others.length > 0) return { kind: 'unknown' }
  if (!user.isEnabled) return { kind: 'disabled' }
  return { kind: 'ok', principal: portalPrincipal(user.principal) }
}

function portalPrincipal(principal: Principal): Principal {
  return Object.freeze({ ...principal, scope: 'portal' as const })
}
