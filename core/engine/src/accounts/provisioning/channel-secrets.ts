import { missingAccount, type SecurityKeyChange } from '@heliograph/access'
import type { SharedSecretChange } from '@heliograph/contracts'
import { sharedSecretFault } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import type { SecretBox } from '../master-keys/secret-box.ts'
import { generateSecurityKey } from '../secrets.ts'
import { Fields, Problem, type Reader } from './fields.ts'
import { type Place, SECURITY_KEY, SHARED_SECRETS } from './secret-places.ts'

/** How long a secret stays in use beside the one that replaces it. */
const DEFAULT_OVERLAP_HOURS = 24
const MAX_OVERLAP_HOURS = 720

/** Replaces the security key, by a given one or a new one. It is returned here and never again. */
export async function rotateSecurityKey(
  sql: Sql,
  secrets: SecretBox,
  { channelId, overlapHours, securityKey: given }: SecurityKeyChange,
): Promise<{ securityKey: string; previousUntil: Date | null }> {
  const hours = readFields({ overlapHours, securityKey: given })
  const securityKey = given ?? generateSecurityKey()
  const previousUntil = await replaceSecret(sql, channelId, SECURITY_KEY, secrets.seal(securityKey), hours)
  return { securityKey, previousUntil }
}

/** Sets or clears a shared secret. The secret is returned here and never again. */
export async function setSharedSecret(
  sql: Sql,
  secrets: SecretBox,
  { channelId, kind, secret: given, overlapHours }: SharedSecretChange,
): Promise<{ secret: string | null; previousUntil: Date | null }> {
  const hours = readFields({ overlapHours, secret: given })
  const secret = given === undefined ? generateSecurityKey() : given
  const sealed = secret === null ? null : secrets.seal(secret)
  return { secret, previousUntil: await replaceSecret(sql, channelId, SHARED_SECRETS[kind], sealed, hours) }
}

function readFields(given: {
  readonly overlapHours?: number | undefined
  readonly secret?: string | null | undefined
  readonly securityKey?: string | undefined
}) {
  const fields = new Fields()
  const hours = fields.read('overlapHours', given.overlapHours, readOverlap) ?? DEFAULT_OVERLAP_HOURS
  fields.read('secret', given.secret ?? undefined, readSecret)
  fields.read('securityKey', given.securityKey, readSecret)
  fields.check()
  return hours
}

const readOverlap: Reader<number, number> = (raw) =>
  raw >= 0 && raw <= MAX_OVERLAP_HOURS ? raw : new Problem(`must be 0 to ${MAX_OVERLAP_HOURS} hours`)

const readSecret: Reader<string, string> = (raw) => {
  const fault = sharedSecretFault(raw)
  return fault === undefined ? raw : new Problem(fault)
}

/**
 * Replaces a secret; the secret that signs now stays in use for some hours. If none is set, that is the security key,
 * and during the overlap of an earlier change the secret from before it, the only one that receivers are sure to have.
 */
async function replaceSecret(
  sql: Sql,
  channelId: number,
  { secret, previous, until }: Place,
  sealed: Buffer | null,
  hours: number,
): Promise<Date | null> {
  const key = SECURITY_KEY
  const [row] = await sql<{ previousUntil: Date | null }[]>`
    update channel set
      ${sql(secret)} = ${sealed}::bytea,
      ${sql(previous)} = case when ${hours}::float8 > 0 then coalesce(
        case when ${sql(until)} > now() then ${sql(previous)} end,
        ${secret === key.secret ? sql`` : sql`${sql(secret)}, case when ${sql(key.until)} > now() then ${sql(key.previous)} end,`}
        ${sql(key.secret)}
      ) end,
      ${sql(until)} = case when ${hours}::float8 > 0 then date_trunc('milliseconds', now() + ${hours}::float8 * interval '1 hour') end
    where channel_id = ${channelId}::bigint
    returning ${sql(until)} as "previousUntil"`
  if (row === undefined) throw missingAccount('channel', channelId)
  return row.previousUntil
}
