import { type Clock, GatewayError, type Tokens } from '@heliograph/contracts'
import { grantToken } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import type { AccountDirectory } from './directory.ts'
import type { SecretBox } from './master-keys/secret-box.ts'

export interface TokenTools {
  readonly sql: Sql
  readonly clock: Clock
  readonly directory: Pick<AccountDirectory, 'byToken'>
  readonly secrets: Pick<SecretBox, 'writeToken' | 'readToken'>
}

/** Creates the `Tokens` service. */
export function createTokens({ sql, clock, directory, secrets }: TokenTools): Tokens {
  return {
    async issue(principal, request) {
      const { keyId, scope, seconds } = grantToken(principal, request)
      // Not from memory: a token must not be one of those that another node has just revoked.
      const key = await serviceAnswer(findKey(sql, keyId))
      const nowMs = clock.now()
      const endMs = Math.min(nowMs + seconds * 1_000, key?.expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
      const expiresAt = Math.floor(endMs / 1_000)
      if (key === undefined || expiresAt * 1_000 <= nowMs)
        throw new GatewayError('unauthenticated', 'account-disabled', 'This API key has ended')
      const claims = { keyId, keyMark: key.key_hash, round: key.token_round, scope, expiresAt }
      return { token: secrets.writeToken(claims), scope, expiresAt: new Date(expiresAt * 1_000) }
    },
    async find(token, caller, door) {
      const claims = secrets.readToken(token)
      if (claims === undefined || claims.expiresAt * 1_000 <= clock.now()) return undefined
      return directory.byToken(claims, caller, door)
    },
    async revoke({ keyId }, token) {
      const claims = secrets.readToken(token)
      if (claims === undefined || claims.keyId !== keyId) return
      await serviceAnswer(endRound(sql, keyId, claims.round))
    },
  }
}

interface TokenKeyRow {
  readonly key_hash: Buffer
  readonly token_round: number
  readonly expires_at: Date | null
}

/** A key of an enabled user. */
async function findKey(sql: Sql, keyId: number): Promise<TokenKeyRow | undefined> {
  const [row] = await sql<TokenKeyRow[]>`
    select api_key.key_hash, api_key.token_round, api_key.expires_at
    from api_key join app_user using (user_id) join client using (client_id)
    where api_key.key_id = ${keyId}::bigint and app_user.enabled and client.enabled`
  return row
}

/** Ends the tokens of a round; when it has ended already, those of later rounds stay. The change is announced. */
async function endRound(sql: Sql, keyId: number, round: number): Promise<void> {
  await sql`
    update api_key set token_round = ${round + 1}::integer
    where key_id = ${keyId}::bigint and token_round = ${round}::integer`
}
