import type { Accounts, AuditAct, ChannelRecord, ClientRecord, Principal, UserRecord } from '@heliograph/contracts'
import type { AccountKeeper } from './account-keeper.ts'
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
import { existingAccount, missingAccount } from './missing-account.ts'
import { noteAccountChanges } from './note-account-changes.ts'

/** Notes what a principal did, see `AuditLog.note`. */
export type NoteAct = (principal: Principal, act: AuditAct) => Promise<void>

/**
 * The `Accounts` service: every operation of a keeper, limited to what the principal's role allows, with every change
 * noted.
 */
export function guardAccounts(keeper: AccountKeeper, note: NoteAct): Accounts {
  const actorOf = (principal: Principal) => currentActor(keeper, principal)
  const keeperFor = (principal: Principal) => noteAccountChanges(keeper, (act) => note(principal, act), principal)

  async function clientFor(actor: Actor, clientId: number): Promise<ClientRecord> {
    requireClient(actor, clientId, missingAccount('client', clientId))
    const [client] = await keeper.listClients(clientId)
    return existingAccount(client, 'client', clientId)
  }

  async function userFor(
    actor: Actor,
    userId: number,
    require: typeof requireHolder | typeof requireKeeper,
  ): Promise<UserRecord> {
    const user = existingAccount(await keeper.findUser(userId), 'user', userId)
    require(actor, user, missingAccount('user', userId))
    return user
  }

  async function channelFor(actor: Actor, channelId: number): Promise<ChannelRecord> {
    const channel = existingAccount(await keeper.findChannel(channelId), 'channel', channelId)
    requireAdmin(actor, channel.clientId, missingAccount('channel', channelId))
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
      return keeperFor(principal).addClient(client)
    },
    async setClient(principal, change) {
      requireOperator(await actorOf(principal))
      return keeperFor(principal).setClient(change)
    },
    async ledger(principal, clientId, filter) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missingAccount('client', clientId))
      await clientFor(actor, clientId)
      return keeper.readLedger(clientId, filter)
    },
    async networks(principal, clientId) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missingAccount('client', clientId))
      return keeper.findNetworks(clientId)
    },
    async setNetworks(principal, clientId, networks) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missingAccount('client', clientId))
      return keeperFor(principal).setNetworks(clientId, networks)
    },
    async users(principal, clientId) {
      const actor = await actorOf(principal)
      await clientFor(actor, clientId)
      const users = await keeper.listUsers(clientId)
      return actor.role === 'user' ? users.filter(({ userId }) => userId === actor.userId) : users
    },
    async addUser(principal, user) {
      const actor = await actorOf(principal)
      requireAdmin(actor, user.clientId, missingAccount('client', user.clientId))
      requireGrant(actor, user.role)
      return keeperFor(principal).addUser(user)
    },
    async setUser(principal, change) {
      const actor = await actorOf(principal)
      await userFor(actor, change.userId, requireKeeper)
      requireGrant(actor, change.role)
      requireOther(actor, change)
      return keeperFor(principal).setUser(change)
    },
    async setPassword(principal, { userId, password }) {
      await userFor(await actorOf(principal), userId, requireHolder)
      await keeperFor(principal).setPassword({ userId, password })
    },
    async keys(principal, userId) {
      await userFor(await actorOf(principal), userId, requireHolder)
      return keeper.listKeys(userId)
    },
    async addKey(principal, key) {
      await userFor(await actorOf(principal), key.userId, requireHolder)
      return keeperFor(principal).addKey(key)
    },
    async removeKey(principal, keyId) {
      const actor = await actorOf(principal)
      const { userId } = existingAccount(await keeper.findKey(keyId), 'key', keyId)
      const user = existingAccount(await keeper.findUser(userId), 'key', keyId)
      requireHolder(actor, user, missingAccount('key', keyId))
      await keeperFor(principal).removeKey({ keyId })
    },
    async channels(principal, clientId) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missingAccount('client', clientId))
      await clientFor(actor, clientId)
      return keeper.listChannels(clientId)
    },
    async addChannel(principal, channel) {
      requireOperator(await actorOf(principal))
      return keeperFor(principal).addChannel(channel)
    },
    async setChannel(principal, change) {
      const actor = await actorOf(principal)
      await channelFor(actor, change.channelId)
      return keeperFor(principal).setChannel(change, { onlyGivenNumbers: actor.role !== 'operator' })
    },
    async outgoingNumbers(principal, clientId) {
      const actor = await actorOf(principal)
      requireAdmin(actor, clientId, missingAccount('client', clientId))
      await clientFor(actor, clientId)
      return keeper.listOutgoingNumbers(clientId)
    },
    async giveOutgoingNumber(principal, given) {
      requireOperator(await actorOf(principal))
      return keeperFor(principal).giveOutgoingNumber(given)
    },
    async takeOutgoingNumber(principal, taken) {
      requireOperator(await actorOf(principal))
      await keeperFor(principal).takeOutgoingNumber(taken)
    },
    async rotateSecurityKey(principal, channelId, overlapHours) {
      await channelFor(await actorOf(principal), channelId)
      return keeperFor(principal).rotateSecurityKey({ channelId, overlapHours })
    },
    async setSharedSecret(principal, change) {
      await channelFor(await actorOf(principal), change.channelId)
      return keeperFor(principal).setSharedSecret(change)
    },
  }
}
