import { goesOn, type PasskeyStore, type StoredPasskey } from '@heliograph/access'
import type { Clock } from '@heliograph/contracts'

const FIRST_ID = 1001

/** Passkeys in memory. */
export function createPasskeyStore(clock: Clock): PasskeyStore {
  const passkeys = new Map<number, StoredPasskey>()
  let nextId = FIRST_ID
  const all = () => [...passkeys.values()]
  const own = (userId: number, passkeyId: number) => {
    const passkey = passkeys.get(passkeyId)
    return passkey?.userId === userId ? passkey : undefined
  }

  return {
    listOf: async (userId) => all().filter((passkey) => passkey.userId === userId),
    find: async (credentialId) => all().find((passkey) => passkey.credentialId === credentialId),
    async add(userId, passkey) {
      if (all().some(({ credentialId }) => credentialId === passkey.credentialId)) return undefined
      const passkeyId = nextId
      nextId += 1
      const createdAt = new Date(clock.now())
      passkeys.set(passkeyId, { ...passkey, passkeyId, userId, createdAt, lastUsedAt: null })
      return passkeyId
    },
    async rename(userId, passkeyId, name) {
      const passkey = own(userId, passkeyId)
      if (passkey !== undefined) passkeys.set(passkeyId, { ...passkey, name })
      return passkey !== undefined
    },
    remove: async (userId, passkeyId) => own(userId, passkeyId) !== undefined && passkeys.delete(passkeyId),
    async removeAll(userId) {
      const ids = all()
        .filter((passkey) => passkey.userId === userId)
        .map(({ passkeyId }) => passkeyId)
      for (const passkeyId of ids) passkeys.delete(passkeyId)
      return ids.length
    },
    async noteUse(passkeyId, counter) {
      const passkey = passkeys.get(passkeyId)
      if (passkey === undefined || !goesOn(passkey.counter, counter)) return false
      passkeys.set(passkeyId, { ...passkey, counter, lastUsedAt: new Date(clock.now()) })
      return true
    },
  }
}
