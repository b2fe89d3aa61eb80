import {
  type Accounts,
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

/** The `Accounts` service: every operation of a keeper behind what the principal's role allows. */
export function guardAccounts(keeper: AccountKeeper): Accounts {
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

  async function checkChannel(actor: Actor, channelId: number): Promise<void> {
    const notFound = missing('channel', channelId)
    const channel = (await keeper.findChannel(channelId)) ?? raise(notFound)
    requireAdmin(actor, channel.clientId, notFound)
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
      return keeper.addClient(client, principal)
    },
    async setClient(principal, change) {
      requireOperator(await actorOf(principal))
      return keeper.setClient(change, principal)
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
      return keeper.addUser(user)
    },
    async setUser(principal, change) {
      const actor = await actorOf(principal)
      await userFor(actor, change.userId, requireKeeper)
      requireGrant(actor, change.role)
      requireOther(actor, change)
      return keeper.setUser(change)
    },
    async setPassword(principal, user) {
      await userFor(await actorOf(principal), user.userId, requireHolder)
      return keeper.setPassword(user)
    },
    async keys(principal, userId) {
      await userFor(await actorOf(principal), userId, requireHolder)
      return keeper.listKeys(userId)
    },
    async addKey(principal, userId) {
      await userFor(await actorOf(principal), userId, requireHolder)
      return keeper.addKey({ userId })
    },
    async removeKey(principal, keyId) {
      const actor = await actorOf(principal)
      const notFound = missing('key', keyId)
      const { userId } = (await keeper.findKey(keyId)) ?? raise(notFound)
      requireHolder(actor, (await keeper.findUser(userId)) ?? raise(notFound), notFound)
      return keeper.removeKey({ keyId })
    },
    async channels(principal, clientId) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missing('client', clientId))
      await clientFor(actor, clientId)
      return keeper.listChannels(clientId)
    },
    async addChannel(principal, channel) {
      requireOperator(await actorOf(principal))
      return keeper.addChannel(channel)
    },
    async setChannel(principal, change) {
      await checkChannel(await actorOf(principal), change.channelId)
      return keeper.setChannel(change)
    },
    async rotateSecurityKey(principal, channelId, overlapHours) {
      await checkChannel(await actorOf(principal), channelId)
      return keeper.rotateSecurityKey({ channelId, overlapHours })
    },
    async setSharedSecret(principal, change) {
      await checkChannel(await actorOf(principal), change.channelId)
      return keeper.setSharedSecret(change)
    },
  }
}

function missing(what: 'client' | 'user' | 'key' | 'channel', id: number): GatewayError {
  return new GatewayError('not-found', `${what}-not-found`, `There is no ${what} ${id}`)
}

function raise(error: GatewayError): never {
  throw error
}
