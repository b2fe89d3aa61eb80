import { createHash, randomBytes } from 'node:crypto'
import type { Clock, Directory, InstanceState, LoginLinks } from '@heliograph/contracts'

const LIFETIME_MS = 15 * 60_000
const USED = 'used'

/**
 * `LoginLinks` with the creation of tokens, which modules do not get: a caller that makes a token can log in as any
 * user.
 */
export interface LoginLinkKeeper extends LoginLinks {
  /**
   * Makes a token for a user. Whether there is such a user, and it is enabled, only shows when the token is used.
   * Throws `unavailable` while the database is away.
   */
  create(userId: number): Promise<{ readonly token: string; readonly expiresAt: Date }>
}

/** Tokens in a state of their own; only their hashes are stored. */
export function createLoginLinks(
  state: InstanceState,
  directory: Pick<Directory, 'byUser'>,
  clock: Clock,
): LoginLinkKeeper {
  const expiry = () => new Date(clock.now() + LIFETIME_MS)

  return {
    async create(userId) {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = expiry()
      await state.set({ key: keyOf(token), value: String(userId), expiresAt })
      return { token, expiresAt }
    },
    async find(token) {
      const userId = await state.get(keyOf(token))
      return userId === undefined ? undefined : directory.byUser(Number(userId))
    },
    async redeem(token) {
      const key = keyOf(token)
      const userId = await state.get(key)
      if (userId === undefined || userId === USED) return undefined
      const isFirst = await state.replace(userId, { key, value: USED, expiresAt: expiry() })
      return isFirst ? directory.byUser(Number(userId)) : undefined
    },
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
