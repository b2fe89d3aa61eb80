import type { AuditAct } from '@heliograph/contracts'
import type { AccountKeeper, CreditGiver } from './account-keeper.ts'
import { existingAccount } from './missing-account.ts'

/** Notes an act in the audit log, with the client that it was done to. Must not reject. */
export type NoteChange = (act: AuditAct & { readonly clientId: number }) => Promise<void>

/** A keeper whose changes are noted once they are made. `by` is the user who makes them. */
export function noteAccountChanges(keeper: AccountKeeper, note: NoteChange, by?: CreditGiver): AccountKeeper {
  // Looked up before the change, so that a failing look-up cannot turn a change that was made into an error.
  const userOf = async (userId: number) => existingAccount(await keeper.findUser(userId), 'user', userId)
  const channelOf = async (channelId: number) =>
    existingAccount(await keeper.findChannel(channelId), 'channel', channelId)

  return {
    ...keeper,
    async addClient(client) {
      const added = await keeper.addClient(client, by)
      const { clientId, channel, user, key } = added
      const { number, sender, email = '', withKey: _, ...settings } = client
      const made = (action: string, subject: string, detail: object) =>
        note({ action, subject, clientId, detail: valuesOf(detail) })
      await made('client-added', `client ${clientId}`, settings)
      if (channel !== null) await made('channel-added', `channel ${channel.channelId}`, { number, sender })
      if (user !== null) await made('user-added', `user ${user.userId}`, { email, role: 'admin' })
      if (key !== null) await made('key-added', `key ${key.keyId}`, { email, scope: 'send' })
      return added
    },
    async setClient({ clientId, ...change }) {
      const client = await keeper.setClient({ clientId, ...change }, by)
      await note({ action: 'client-changed', subject: `client ${clientId}`, clientId, detail: valuesOf(change) })
      return client
    },
    async setNetworks(clientId, networks) {
      const set = await keeper.setNetworks(clientId, networks)
      const detail = { programs: set.programs.join(', '), portal: set.portal.join(', ') }
      await note({ action: 'networks-changed', subject: `client ${clientId}`, clientId, detail })
      return set
    },
    async addUser(user) {
      const added = await keeper.addUser(user, by)
      const { clientId, password: _, ...settings } = user
      await note({ action: 'user-added', subject: `user ${added.userId}`, clientId, detail: valuesOf(settings) })
      return added
    },
    async setUser({ userId, ...change }) {
      const user = await keeper.setUser({ userId, ...change })
      const { clientId, email } = user
      const detail = { email, ...valuesOf(change) }
      await note({ action: 'user-changed', subject: `user ${userId}`, clientId, detail })
      return user
    },
    async setPassword({ userId, password }) {
      const { clientId, email } = await userOf(userId)
      await keeper.setPassword({ userId, password }, by)
      await note({ action: 'password-set', subject: `user ${userId}`, clientId, detail: { email } })
    },
    async addKey({ userId, scope = 'send', name, expiresAt }) {
      const { clientId, email } = await userOf(userId)
      const added = await keeper.addKey({ userId, scope, name, expiresAt })
      const detail = { email, ...valuesOf({ scope, name, expiresAt: expiresAt?.toISOString() }) }
      await note({ action: 'key-added', subject: `key ${added.keyId}`, clientId, detail })
      return added
    },
    async removeKey({ keyId }) {
      const { userId } = existingAccount(await keeper.findKey(keyId), 'key', keyId)
      const { clientId, email } = await userOf(userId)
      await keeper.removeKey({ keyId })
      await note({ action: 'key-removed', subject: `key ${keyId}`, clientId, detail: { email } })
    },
    async addChannel(channel) {
      const added = await keeper.addChannel(channel)
      const { clientId, ...settings } = channel
      await note({
        action: 'channel-added',
        subject: `channel ${added.channelId}`,
        clientId,
        detail: valuesOf(settings),
      })
      return added
    },
    async setChannel({ channelId, ...change }, limits) {
      const channel = await keeper.setChannel({ channelId, ...change }, limits)
      const { clientId } = channel
      // Only the names, because the URL of a webhook may contain a secret.
      const fields = Object.keys(valuesOf(change)).join(', ')
      await note({ action: 'channel-changed', subject: `channel ${channelId}`, clientId, detail: { fields } })
      return channel
    },
    async giveOutgoingNumber({ clientId, number }) {
      const given = await keeper.giveOutgoingNumber({ clientId, number })
      await note({ action: 'outgoing-number-given', subject: `number ${given.number}`, clientId })
      return given
    },
    async takeOutgoingNumber({ clientId, number }) {
      await keeper.takeOutgoingNumber({ clientId, number })
      await note({ action: 'outgoing-number-taken', subject: `number ${number}`, clientId })
    },
    async rotateSecurityKey(change) {
      const { channelId } = change
      const { clientId } = await channelOf(channelId)
      const rotated = await keeper.rotateSecurityKey(change)
      await note({ action: 'security-key-rotated', subject: `channel ${channelId}`, clientId })
      return rotated
    },
    async setSharedSecret(change) {
      const { channelId, kind, secret } = change
      const { clientId } = await channelOf(channelId)
      const set = await keeper.setSharedSecret(change)
      const action = secret === null ? 'shared-secret-removed' : 'shared-secret-set'
      await note({ action, subject: `channel ${channelId}`, clientId, detail: { kind } })
      return set
    },
  }
}

/** The values that were set, as shown in the audit log: null becomes an empty text. */
function valuesOf(change: object): Record<string, string> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value ?? '')]))
}
