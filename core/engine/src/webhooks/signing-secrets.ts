/** The secrets of a channel, sealed, for a webhook of one kind. */
export interface SecretRow {
  readonly security_key: Buffer
  readonly previous_security_key: Buffer | null
  readonly previous_security_key_until: Date | null
  /** Shared secret of opt-out or opt-in webhooks; null for other kinds, and where the channel has none. */
  readonly own_secret: Buffer | null
  readonly previous_own_secret: Buffer | null
  readonly previous_own_secret_until: Date | null
}

/**
 * The secrets in force at a time, one or two: the one that receivers have, which makes `X-Signature` and goes with GET and SOAP, and in the overlap after a change the
 * new one.
 */
export function secretsInForce(row: SecretRow, now: number): readonly [Buffer, ...Buffer[]] {
  const current = row.own_secret ?? row.security_key
  const previous =
    inOverlap(row.previous_own_secret, row.previous_own_secret_until, now) ??
    (row.own_secret === null ? inOverlap(row.previous_security_key, row.previous_security_key_until, now) : undefined)
  return previous === undefined ? [current] : [previous, current]
}

function inOverlap(secret: Buffer | null, until: Date | null, now: number): Buffer | undefined {
  return secret !== null && until !== null && until.getTime() > now ? secret : undefined
}
