import {
  type AccountKeeper,
  type AuditStore,
  createPasskeys,
  createSecondFactors,
  guardAuditLog,
  isInForce,
  type KeptAct,
  type LogInRefusal,
  type LoginLinkKeeper,
  type NoteRefusal,
  REFUSED_ACTION,
  refusalDetail,
  refusalEntry,
  type SecondFactorStore,
  type StoredSecondFactor,
} from '@heliograph/access'
import {
  AuditLog,
  type Clock,
  LoginLinks,
  OWN_BRAND,
  Passkeys,
  type ProvidedService,
  SecondFactors,
  type UserRecord,
} from '@heliograph/contracts'
import { type Faults, tripping } from './faults.ts'
import { createPasskeyStore } from './passkey-store.ts'

const FIRST_ID = 1001

/** Clients truncate a system id to this length (SMPP 3.4, 5.2.1 allows 16 octets with the NUL). */
const SYSTEM_ID_LENGTH = 15

export interface AccessParts {
  readonly clock: Clock
  readonly faults: Faults
  readonly keeper: AccountKeeper
  readonly loginLinks: LoginLinkKeeper
}

/** The services that protect the accounts: the audit log, second factors, passkeys and login links. */
export interface AccessServices {
  readonly auditLog: AuditLog
  readonly noteRefusal: NoteRefusal
  /** Whether a user has a second factor in force. */
  readonly needsCode: (userId: number) => boolean
  readonly provided: readonly ProvidedService[]
}

export function createAccessServices({ clock, faults, keeper, loginLinks }: AccessParts): AccessServices {
  const acts: KeptAct[] = []
  const noteRefusal = createRefusalNotes(acts, clock, keeper)
  const auditLog = guardAuditLog({
    store: createAuditStore(acts, clock),
    accounts: keeper,
    onLost(error) {
      throw error
    },
  })
  const store = createSecondFactorStore()
  const secondFactors = createSecondFactors({
    store,
    accounts: keeper,
    note: auditLog.note,
    noteRefusal,
    clock,
    issuer: OWN_BRAND.name,
  })
  const passkeys = createPasskeys({
    store: createPasskeyStore(clock),
    accounts: keeper,
    note: auditLog.note,
    noteRefusal,
  })
  return {
    auditLog,
    noteRefusal,
    needsCode: (userId) => isInForce(store.present(userId)),
    provided: [
      // Noting must never fail, so faults do not apply to it.
      { token: AuditLog, service: { ...tripping(faults, 'auditLog', auditLog), note: auditLog.note } },
      { token: SecondFactors, service: tripping(faults, 'secondFactors', secondFactors) },
      { token: Passkeys, service: tripping(faults, 'passkeys', passkeys) },
      {
        token: LoginLinks,
        service: tripping(faults, 'loginLinks', { find: loginLinks.find, redeem: loginLinks.redeem }),
      },
    ],
  }
}

/** Newest first. */
function createAuditStore(acts: KeptAct[], clock: Clock): AuditStore {
  return {
    async add(act) {
      acts.unshift({ ...act, auditId: FIRST_ID + acts.length, at: new Date(clock.now()) })
    },
    async find({ clientId, userId, action, person, object, knownTo, since, until, before, limit }) {
      const isKnown = (act: KeptAct) => knownTo === undefined || !act.isByOperator || act.userId === knownTo
      const fitting = acts
        .filter((act) => person === undefined || (isKnown(act) && contains(act.email, person)))
        .filter((act) => object === undefined || contains(act.subject ?? '', object))
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

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

/** Counts refusals in the acts. */
function createRefusalNotes(acts: KeptAct[], clock: Clock, keeper: AccountKeeper): NoteRefusal {
  const entries = new Map<string, number>()

  async function usersOf({ account, clientId, isSystemId }: LogInRefusal): Promise<readonly UserRecord[]> {
    const clients = await keeper.listClients(clientId)
    const users = (await Promise.all(clients.map((client) => keeper.listUsers(client.clientId)))).flat()
    const isCut = isSystemId && Buffer.byteLength(account) === SYSTEM_ID_LENGTH
    return users.filter(({ email }) => email === account || (isCut && email.startsWith(account)))
  }

  return (refusal) => {
    const at = clock.now()
    const count = (user: Pick<KeptAct, 'userId' | 'clientId' | 'email' | 'isByOperator'>) => {
      const name = refusalEntry(user.userId, refusal.reason, at)
      const index = acts.findIndex(({ auditId }) => auditId === entries.get(name))
      const known = acts[index]
      const detail = refusalDetail(refusal, Number(known?.detail.times ?? 0) + 1, at)
      if (known !== undefined) {
        acts[index] = { ...known, email: user.email, detail }
        return
      }
      const auditId = FIRST_ID + acts.length
      entries.set(name, auditId)
      acts.unshift({ ...user, auditId, at: new Date(at), action: REFUSED_ACTION, subject: null, detail })
    }
    void usersOf(refusal).then((users) => {
      if (users.length === 0) count({ userId: 0, clientId: null, email: refusal.account, isByOperator: false })
      for (const { userId, clientId, email, role } of users)
        count({ userId, clientId, email, isByOperator: role === 'operator' })
    })
  }
}

function createSecondFactorStore(): SecondFactorStore & { present(userId: number): StoredSecondFactor | undefined } {
  const factors = new Map<number, { readonly factor: StoredSecondFactor; readonly version: number }>()
  return {
    find: async (userId) => factors.get(userId),
    present: (userId) => factors.get(userId)?.factor,
    async put(userId, factor, version) {
      if (factors.get(userId)?.version !== version) return false
      factors.set(userId, { factor, version: (version ?? 0) + 1 })
      return true
    },
    remove: async (userId) => void factors.delete(userId),
  }
}
