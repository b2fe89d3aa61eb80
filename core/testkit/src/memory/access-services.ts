import { AuditLog, type Clock, LoginLinks, type ProvidedService, SecondFactors } from '@heliograph/contracts'
import {
  type AccountKeeper,
  type AuditStore,
  createSecondFactors,
  guardAuditLog,
  type KeptAct,
  type LoginLinkKeeper,
  type SecondFactorStore,
  type StoredSecondFactor,
} from '@heliograph/messaging'
import { type Faults, tripping } from './faults.ts'

export interface AccessParts {
  readonly clock: Clock
  readonly faults: Faults
  readonly keeper: AccountKeeper
  readonly loginLinks: LoginLinkKeeper
}

/** What guards the accounts: who did what, second factors and links to log in by. */
export interface AccessServices {
  readonly auditLog: AuditLog
  readonly provided: readonly ProvidedService[]
}

export function createAccessServices({ clock, faults, keeper, loginLinks }: AccessParts): AccessServices {
  const auditLog = guardAuditLog({
    store: createAuditStore(clock),
    accounts: keeper,
    onLost(error) {
      throw error
    },
  })
  const store = createSecondFactorStore()
  const secondFactors = createSecondFactors({ store, accounts: keeper, note: auditLog.note, clock })
  return {
    auditLog,
    provided: [
      // Noting never fails, so no fault is in its way.
      { token: AuditLog, service: { ...tripping(faults, 'auditLog', auditLog), note: auditLog.note } },
      { token: SecondFactors, service: tripping(faults, 'secondFactors', secondFactors) },
      {
        token: LoginLinks,
        service: tripping(faults, 'loginLinks', { find: loginLinks.find, redeem: loginLinks.redeem }),
      },
    ],
  }
}

function createAuditStore(clock: Clock): AuditStore {
  const acts: KeptAct[] = []
  return {
    async add(act) {
      acts.unshift({ ...act, auditId: 1001 + acts.length, at: new Date(clock.now()) })
    },
    async find({ clientId, userId, action, since, until, before, limit }) {
      const fitting = acts
        .filter((act) => clientId === undefined || act.clientId === clientId)
        .filter((act) => userId === undefined || act.userId === userId)
        .filter((act) => action === undefined || act.action === action)
        .filter((act) => since === undefined || act.at >= since)
        .filter((act) => until === undefined || act.at < until)
        .filter((act) => before === undefined || act.auditId < before)
      return fitting.slice(0, limit)
    },
  }
}

function createSecondFactorStore(): SecondFactorStore {
  const factors = new Map<number, { readonly factor: StoredSecondFactor; readonly version: number }>()
  return {
    find: async (userId) => factors.get(userId),
    async put(userId, factor, version) {
      if (factors.get(userId)?.version !== version) return false
      factors.set(userId, { factor, version: (version ?? 0) + 1 })
      return true
    },
    remove: async (userId) => void factors.delete(userId),
  }
}
