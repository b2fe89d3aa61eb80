import {
  type Accounts,
  type AuditAct,
  type ChannelChange,
  type ChannelRecord,
  type ClientChange,
  type ClientRecord,
  GatewayError,
  type KeyRecord,
  type LedgerFilter,
  type LedgerPage,
  type NewChannel,
  type NewClient,
  type NewUser,
  type Principal,
  type SharedSecretChange,
  type UserChange,
  type UserRecord,
} from '@heliograph/contracts'
import {
  type Actor,
  requireAdmin,
  requireClient,
  requireGrant,
  requireHolder,
  requireKeeper,
  requireOperator,
  requireOther,
} from './account-permissions.ts'
import { currentActor } from './current-actor.ts'

/** The operator who changes a balance. */
export type CreditGiver = Pick<Principal, 'userId' | 'email'>

/** Keeping accounts, whoever asks for it. What is not there is undefined, or thrown as `Accounts` says. */
export interface AccountKeeper {
  /** Oldest first; with `clientId` that one or none. */
  listClients(clientId?: number): Promise<readonly ClientRecord[]>
  addClient(input: NewClient, by?: CreditGiver): Promise<{ readonly clientId: number }>
  setClient(change: ClientChange, by?: CreditGiver): Promise<ClientRecord>
  /** Empty for a client that is billed afterwards. */
  readLedger(clientId: number, filter: LedgerFilter): Promise<LedgerPage>
  /** Oldest first. */
  listUsers(clientId: number): Promise<readonly UserRecord[]>
  findUser(userId: number): Promise<UserRecord | undefined>
  addUser(input: NewUser): Promise<{ readonly userId: number }>
  /** What is disabled stops working within a second, on every node. */
  setUser(change: UserChange): Promise<UserRecord>
  setPassword(input: { readonly userId: number; readonly password: string }): Promise<void>
  /** Oldest first. */
  listKeys(userId: number): Promise<readonly KeyRecord[]>
  findKey(keyId: number): Promise<KeyRecord | undefined>
  /** The key is shown here and never again, except to SOAP `get_api_key`. */
  addKey(input: { readonly userId: number }): Promise<{ readonly keyId: number; readonly apiKey: string }>
  removeKey(input: { readonly keyId: number }): Promise<void>
  /** Oldest first. */
  listChannels(clientId: number): Promise<readonly ChannelRecord[]>
  findChannel(channelId: number): Promise<ChannelRecord | undefined>
  /** The security key signs the channel's webhooks. */
  addChannel(input: NewChannel): Promise<{ readonly channelId: number; readonly securityKey: string }>
  setChannel(change: ChannelChange): Promise<ChannelRecord>
  rotateSecurityKey(input: { readonly channelId: number; readonly overlapHours?: number | undefined }): Promise<{
    readonly securityKey: string
    readonly previousUntil: Date | null
  }>
  setSharedSecret(
    change: SharedSecretChange,
  ): Promise<{ readonly secret: string | null; readonly previousUntil: Date | null }>
}

/** Notes what a principal did, see `AuditLog.note`. */
export type NoteAct = (principal: Principal, act: AuditAct) => Promise<void>

/** The `Accounts` service: every operation of a keeper behind what the principal's role allows, and every change noted. */
export function guardAccounts(keeper: AccountKeeper, note: NoteAct): Accounts {
  const actorOf = (principal: Principal) => currentActor(keeper, principal)

  async function findClient(clientId: number): Promise<ClientRecord | undefined> {
    return (await keeper.listClients(clientId))[0]
  }

  async function clientFor(actor: Actor, clientId: number): Promise<ClientRecord> {
    requireClient(actor, clientId, missing('client', clientId))
    return (await findClient(clientId)) ?? raise(missing('client', clientId))
  }

  async function userFor(
    actor: Actor,
    userId: number,
    require: typeof requireHolder | typeof requireKeeper,
  ): Promise<UserRecord> {
    const notFound = missing('user', userId)
    const user = (await keeper.findUser(userId)) ?? raise(notFound)
    require(actor, user, notFound)
    return user
  }

  async function channelFor(actor: Actor, channelId: number): Promise<ChannelRecord> {
    const notFound = missing('channel', channelId)
    const channel = (await keeper.findChannel(channelId)) ?? raise(notFound)
    requireAdmin(actor, channel.clientId, notFound)
    return channel
  }

  return {
    async clients(principal) {
      const actor = await actorOf(principal)
      return keeper.listClients(actor.role === 'operator' ? undefined : actor.clientId)
    },
    async client(principal, clientId) {
      return clientFor(await actorOf(principal), clientId)
    },
    async addClient(principal, client) {
      requireOperator(await actorOf(principal))
      const added = await keeper.addClient(client, principal)
      const { clientId } = added
      await note(principal, {
        action: 'client-added',
        subject: `client ${clientId}`,
        clientId,
        detail: valuesOf(client),
      })
      return added
    },
    async setClient(principal, { clientId, ...change }) {
      requireOperator(await actorOf(principal))
      const client = await keeper.setClient({ clientId, ...change }, principal)
      const detail = valuesOf(change)
      await note(principal, { action: 'client-changed', subject: `client ${clientId}`, clientId, detail })
      return client
    },
    async ledger(principal, clientId, filter) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missing('client', clientId))
      await clientFor(actor, clientId)
      return keeper.readLedger(clientId, filter)
    },
    async users(principal, clientId) {
      const actor = await actorOf(principal)
      await clientFor(actor, clientId)
      const users = await keeper.listUsers(clientId)
      return actor.role === 'user' ? users.filter(({ userId }) => userId === actor.userId) : users
    },
    async addUser(principal, user) {
      const actor = await actorOf(principal)
      requireAdmin(actor, user.clientId, missing('client', user.clientId))
      requireGrant(actor, user.role)
      const added = await keeper.addUser(user)
      const { clientId, password: _, ...settings } = user
      const subject = `user ${added.userId}`
      await note(principal, { action: 'user-added', subject, clientId, detail: valuesOf(settings) })
      return added
    },
    async setUser(principal, { userId, ...change }) {
      const actor = await actorOf(principal)
      const { clientId, email } = await userFor(actor, userId, requireKeeper)
      requireGrant(actor, change.role)
      requireOther(actor, { userId, ...change })
      const user = await keeper.setUser({ userId, ...change })
      const detail = { email, ...valuesOf(change) }
      await note(principal, { action: 'user-changed', subject: `user ${userId}`, clientId, detail })
      return user
    },
    async setPassword(principal, { userId, password }) {
      const { clientId, email } = await userFor(await actorOf(principal), userId, requireHolder)
      await keeper.setPassword({ userId, password })
      await note(principal, { action: 'password-set', subject: `user ${userId}`, clientId, detail: { email } })
    },
    async keys(principal, userId) {
      await userFor(await actorOf(principal), userId, requireHolder)
      return keeper.listKeys(userId)
    },
    async addKey(principal, userId) {
      const { clientId, email } = await userFor(await actorOf(principal), userId, requireHolder)
      const added = await keeper.addKey({ userId })
      await note(principal, { action: 'key-added', subject: `key ${added.keyId}`, clientId, detail: { email } })
      return added
    },
    async removeKey(principal, keyId) {
      const actor = await actorOf(principal)
      const notFound = missing('key', keyId)
      const { userId } = (await keeper.findKey(keyId)) ?? raise(notFound)
      const user = (await keeper.findUser(userId)) ?? raise(notFound)
      requireHolder(actor, user, notFound)
      await keeper.removeKey({ keyId })
      const { clientId, email } = user
      await note(principal, { action: 'key-removed', subject: `key ${keyId}`, clientId, detail: { email } })
    },
    async channels(principal, clientId) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missing('client', clientId))
      await clientFor(actor, clientId)
      return keeper.listChannels(clientId)
    },
    async addChannel(principal, channel) {
      requireOperator(await actorOf(principal))
      const added = await keeper.addChannel(channel)
      const { clientId, ...settings } = channel
      const subject = `channel ${added.channelId}`
      await note(principal, { action: 'channel-added', subject, clientId, detail: valuesOf(settings) })
      return added
    },
    async setChannel(principal, { channelId, ...change }) {
      const { clientId } = await channelFor(await actorOf(principal), channelId)
      const channel = await keeper.setChannel({ channelId, ...change })
      // Their names alone: the address of a webhook may have a secret in it.
      const fields = Object.keys(valuesOf(change)).join(', ')
      const subject = `channel ${channelId}`
      await note(principal, { action: 'channel-changed', subject, clientId, detail: { fields } })
      return channel
    },
    async rotateSecurityKey(principal, channelId, overlapHours) {
      const { clientId } = await channelFor(await actorOf(principal), channelId)
      const rotated = await keeper.rotateSecurityKey({ channelId, overlapHours })
      await note(principal, { action: 'security-key-rotated', subject: `channel ${channelId}`, clientId })
      return rotated
    },
    async setSharedSecret(principal, change) {
      const { channelId, kind, secret } = change
      const { clientId } = await channelFor(await actorOf(principal), channelId)
      const set = await keeper.setSharedSecret(change)
      const action = secret === null ? 'shared-secret-removed' : 'shared-secret-set'
      await note(principal, { action, subject: `channel ${channelId}`, clientId, detail: { kind } })
      return set
    },
  }
}

/** What was set, as the audit log has it: null is shown as nothing. */
function valuesOf(change: object): Record<string, string> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value ?? '')]))
}

function missing(what: 'client' | 'user' | 'key' | 'channel', id: number): GatewayError {
  return new GatewayError('not-found', `${what}-not-found`, `There is no ${what} ${id}`)
}

function raise(error: GatewayError): never {
  throw error
}
