import { numberArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'

/** The sealed secrets of a channel, and until when those that were replaced stay in force. */
export interface SigningSecrets {
  readonly security_key: Buffer
  readonly previous_security_key: Buffer | null
  readonly previous_security_key_until: Date | null
  /** Shared secret of opt-out webhooks; null when the channel has none. */
  readonly optout_secret: Buffer | null
  readonly previous_optout_secret: Buffer | null
  readonly previous_optout_secret_until: Date | null
  /** The same for opt-in webhooks. */
  readonly optin_secret: Buffer | null
  readonly previous_optin_secret: Buffer | null
  readonly previous_optin_secret_until: Date | null
}

/** Loads the secrets of channels, by channel id. */
export async function loadSigningSecrets(
  sql: Queryable,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, SigningSecrets>> {
  const rows = await sql<(SigningSecrets & { channel_id: number })[]>`
    select channel_id, security_key, previous_security_key, previous_security_key_until,
      optout_secret, previous_optout_secret, previous_optout_secret_until,
      optin_secret, previous_optin_secret, previous_optin_secret_until
    from channel where channel_id = any(${numberArray(channelIds)}::bigint[])`
  return new Map(rows.map((row) => [row.channel_id, row]))
}

/**
 * The one or two secrets in force for a kind of webhook: the one that receivers have, which makes `X-Signature` and is
 * sent with GET and SOAP, and, in the overlap after a change, the new one. Opt-out and opt-in webhooks may have a
 * shared secret; all others, and those without one, use the security key.
 */
export function secretsInForce(secrets: SigningSecrets, kind: string, now: number): readonly [Buffer, ...Buffer[]] {
  const key = inOverlap(secrets.previous_security_key, secrets.previous_security_key_until, now)
  const own = kind === 'opt-out' ? secrets.optout_secret : kind === 'opt-in' ? secrets.optin_secret : null
  const current = own ?? secrets.security_key
  const previous = previousShared(secrets, kind, now) ?? (own === null ? key : undefined)
  return previous === undefined ? [current] : [previous, current]
}

function previousShared(secrets: SigningSecrets, kind: string, now: number): Buffer | undefined {
  if (kind === 'opt-out') return inOverlap(secrets.previous_optout_secret, secrets.previous_optout_secret_until, now)
  if (kind === 'opt-in') return inOverlap(secrets.previous_optin_secret, secrets.previous_optin_secret_until, now)
  return undefined
}

function inOverlap(secret: Buffer | null, until: Date | null, now: number): Buffer | undefined {
  return secret !== null && until !== null && until.getTime() > now ? secret : undefined
}
