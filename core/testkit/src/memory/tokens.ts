import { createHash } from 'node:crypto'
import { type Caller, type Clock, type Door, GatewayError, type Principal, type Tokens } from '@heliograph/contracts'
import { grantToken, readAccessToken, writeAccessToken } from '@heliograph/messaging'
import type { Accounts, Key } from './accounts.ts'

/** The same in every double, so that cases can contain tokens. */
const SIGNER = { id: '00000000', key: Buffer.alloc(32, 'tokens') }

/** `Tokens` in memory. `admitted` is what the directory makes of the principal of a key. */
export function createMemoryTokens(
  clock: Clock,
  accounts: Pick<Accounts, 'records' | 'principal'>,
  admitted: (found: Principal | undefined, caller?: Caller, door?: Door) => Principal | undefined,
): Tokens {
  const rounds = new Map<number, number>()
  const read = (token: string) => readAccessToken(token, (id) => (id === SIGNER.id ? SIGNER.key : undefined))
  const keyOf = (keyId: number): readonly [string, Key] | undefined =>
    [...accounts.records.keys].find(([, key]) => key.keyId === keyId)
  return {
    async issue(principal, request) {
      const { keyId, scope, seconds } = grantToken(principal, request)
      const [apiKey = '', key] = keyOf(keyId) ?? []
      if (key === undefined || accounts.principal(apiKey) === undefined)
        throw new GatewayError('unauthenticated', 'account-disabled', 'This API key has ended')
      const endMs = Math.min(clock.now() + seconds * 1_000, key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
      const expiresAt = Math.floor(endMs / 1_000)
      const claims = { keyId, keyMark: markOf(apiKey), round: rounds.get(keyId) ?? 0, scope, expiresAt }
      return { token: writeAccessToken(claims, SIGNER), scope, expiresAt: new Date(expiresAt * 1_000) }
    },
    async find(token, caller, door) {
      const claims = read(token)
      if (claims === undefined || claims.expiresAt * 1_000 <= clock.now()) return undefined
      const [apiKey = ''] = keyOf(claims.keyId) ?? []
      if (claims.round < (rounds.get(claims.keyId) ?? 0)) return undefined
      const principal = accounts.principal(apiKey)
      return admitted(principal && { ...principal, scope: claims.scope }, caller, door)
    },
    async revoke({ keyId }, token) {
      const claims = read(token)
      if (claims === undefined || claims.keyId !== keyId) return
      rounds.set(keyId, Math.max(rounds.get(keyId) ?? 0, claims.round + 1))
    },
  }
}

function markOf(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}
