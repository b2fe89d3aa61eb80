import type { AuditAct, AuditEntry, AuditFilter, AuditLog, Principal } from '@heliograph/contracts'
import type { AccountKeeper } from './account-keeper.ts'
import { currentActor } from './current-actor.ts'

/** An act and the user who did it. */
export interface NotedAct {
  readonly clientId: number | null
  readonly userId: number
  /** The user's e-mail. */
  readonly email: string
  /** Whether an operator did it. */
  readonly isByOperator: boolean
  readonly action: string
  readonly subject: string | null
  readonly detail: Readonly<Record<string, string>>
}

export type KeptAct = NotedAct & Pick<AuditEntry, 'auditId' | 'at'>

/** What to look for, as it is stored. */
export interface StoredActFilter extends AuditFilter {
  /** The only operator who may be found by e-mail: the reader; absent: any of them. */
  readonly knownTo?: number | undefined
}

/** Where acts are stored. */
export interface AuditStore {
  add(act: NotedAct): Promise<void>
  /** Newest first, at most `limit`. */
  find(filter: StoredActFilter): Promise<readonly KeptAct[]>
}

const MAX_DETAIL_LENGTH = 500

export interface AuditLogOptions {
  readonly store: AuditStore
  readonly accounts: Pick<AccountKeeper, 'findUser' | 'listClients'>
  /** Called with acts that could not be noted. */
  onLost(error: unknown, act: AuditAct): void
}

/** The `AuditLog` service: a store, limited to what the principal may see. */
export function guardAuditLog({ store, accounts, onLost }: AuditLogOptions): AuditLog {
  return {
    async note(principal, act) {
      try {
        await store.add(noted(principal, act))
      } catch (error) {
        onLost(error, act)
      }
    },
    async find(principal, filter) {
      const { role, userId, clientId } = await currentActor(accounts, principal)
      const seen: Partial<AuditFilter> = role === 'operator' ? {} : role === 'admin' ? { clientId } : { userId }
      if (isElsewhere(seen.clientId, filter.clientId) || isElsewhere(seen.userId, filter.userId)) return NOTHING
      const { limit } = filter
      const knownTo = role === 'operator' ? undefined : userId
      const found = await store.find({ ...filter, ...seen, knownTo, limit: limit + 1 })
      const records = found.slice(0, limit).map((act) => entryOf(act, role === 'operator' || act.userId === userId))
      return { records, next: found.length > limit ? records.at(-1)?.auditId : undefined }
    },
  }
}

const NOTHING = { records: [], next: undefined }

function isElsewhere(seen: number | undefined, asked: number | undefined): boolean {
  return seen !== undefined && asked !== undefined && seen !== asked
}

function noted(principal: Principal, { action, subject, detail = {}, clientId }: AuditAct): NotedAct {
  const { userId, email, role } = principal
  const kept = Object.entries(detail).map(([name, value]) => [name, value.slice(0, MAX_DETAIL_LENGTH)])
  return {
    userId,
    email,
    action,
    clientId: clientId === undefined ? principal.clientId : clientId,
    isByOperator: role === 'operator',
    subject: subject ?? null,
    detail: Object.fromEntries(kept),
  }
}

/** User 0 is no user. Admins do not learn which operator it was. */
function entryOf({ isByOperator, userId, email, ...act }: KeptAct, knowsOperators: boolean): AuditEntry {
  if (isByOperator && !knowsOperators) return { ...act, userId: null, email: null }
  return { ...act, userId: userId === 0 ? null : userId, email }
}
