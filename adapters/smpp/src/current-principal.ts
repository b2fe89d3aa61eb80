import type { Directory, Principal } from '@heliograph/contracts'

/**
 * Creates the function that finds the principal of a session as it is now: sessions last for weeks, and meanwhile the
 * priority of their user or the country of their client may change. Key and scope stay those of the bind. A user who is
 * no longer found is as before, since its session is about to end. Rejects with `unavailable`.
 */
export function createCurrentPrincipal(
  directory: Pick<Directory, 'byUser'>,
  bound: Principal,
): () => Promise<Principal> {
  const { keyId, scope, userId } = bound
  let seen: Principal | undefined
  let current = bound
  return async () => {
    const found = await directory.byUser(userId)
    if (found !== undefined && found !== seen) {
      seen = found
      current = Object.freeze({ ...found, keyId, scope })
    }
    return current
  }
}
