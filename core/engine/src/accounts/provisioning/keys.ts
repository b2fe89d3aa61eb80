import { missingAccount } from '@heliograph/access'
import { GatewayError, type KeyRecord, MOST_KEYS, type NewKey, SCOPES } from '@heliograph/contracts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import type { Fragment } from '../../ownership/owned-table.ts'
import type { SecretBox } from '../master-keys/secret-box.ts'
import { generateApiKey, hashKey } from '../secrets.ts'
import { Fields, readChoice, readText } from './fields.ts'

const MAX_NAME_LENGTH = 60

export interface KeyTools {
  readonly secrets: SecretBox
  /** Whether an interface of the deployment hands out keys; only then is a sealed copy of a key kept. */
  readonly isHandedOut: () => boolean
}

/** Adds a key, which is returned here and never again, except by `KeyHandout`. */
export function addKey(sql: Sql, tools: KeyTools, input: NewKey): Promise<{ keyId: number; apiKey: string }> {
  return sql.begin((tx) => insertKey(tx, tools, input))
}

/** The same as part of something larger. */
export async function insertKey(
  tx: Transaction,
  { secrets, isHandedOut }: KeyTools,
  { userId, scope: given, name: wanted, expiresAt }: NewKey,
): Promise<{ keyId: number; apiKey: string }> {
  const fields = new Fields()
  const scope = fields.read('scope', given, readChoice(SCOPES)) ?? 'send'
  const name = fields.read('name', wanted, readText(MAX_NAME_LENGTH)) ?? null
  fields.check()
  const apiKey = generateApiKey()
  const sealed = scope === 'send' && isHandedOut() ? secrets.seal(apiKey) : null
  // The lock keeps keys that are made at once from being more than a user may have.
  const [user] = await tx<{ is_past: boolean | null }[]>`
    select ${expiresAt ?? null}::timestamptz <= now() as is_past from app_user where user_id = ${userId}::bigint for update`
  if (user === undefined) throw missingAccount('user', userId)
  if (user.is_past) fields.refuse('expiresAt', 'must be in the future')
  fields.check()
  const [row] = await tx<{ key_id: number }[]>`
    insert into api_key (user_id, scope, name, expires_at, key_hash, smpp_hash, sealed)
    select ${userId}::bigint, ${scope}, ${name}::text, ${expiresAt ?? null}::timestamptz, ${hashKey(apiKey)}::bytea,
      ${secrets.smppHash(apiKey)}::bytea, ${sealed}::bytea
    where (select count(*) from api_key where user_id = ${userId}::bigint) < ${MOST_KEYS}::integer
    returning key_id`
  if (row === undefined) throw tooManyKeys()
  return { keyId: row.key_id, apiKey }
}

function tooManyKeys(): GatewayError {
  return new GatewayError('conflict', 'too-many-keys', `A user has at most ${MOST_KEYS} keys: remove some first`)
}

/** Keys of a user, oldest first. */
export async function listKeys(sql: Queryable, userId: number): Promise<readonly KeyRecord[]> {
  return [...(await selectKeys(sql, sql`user_id = ${userId}::bigint`))]
}

export async function findKey(sql: Queryable, keyId: number): Promise<KeyRecord | undefined> {
  const [key] = await selectKeys(sql, sql`key_id = ${keyId}::bigint`)
  return key
}

function selectKeys(sql: Queryable, condition: Fragment): PromiseLike<readonly KeyRecord[]> {
  return sql<KeyRecord[]>`
    select key_id as "keyId", user_id as "userId", scope, name, created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt",
      case when day = today then requests else 0 end as "requestsToday",
      case day when today then requests_before when today - 1 then requests else 0 end as "requestsYesterday",
      case minute
        when this_minute then greatest(minute_requests, minute_before)
        when this_minute - interval '1 minute' then minute_requests
        else 0
      end as "requestsPerMinute"
    from api_key left join key_use using (key_id), date((now() at time zone 'UTC')) as today,
      date_trunc('minute', now()) as this_minute
    where ${condition} order by key_id`
}

/** Removes a key, which stops working within a second on every node. */
export async function removeKey(sql: Sql, { keyId }: { readonly keyId: number }): Promise<void> {
  const removed = await sql`delete from api_key where key_id = ${keyId}::bigint`
  if (removed.count === 0) throw missingAccount('key', keyId)
}

/** How many sealed copies of keys are kept. */
export async function countCopies(sql: Queryable): Promise<number> {
  const [row] = await sql<{ copies: number }[]>`
    select count(*)::integer as copies from api_key where sealed is not null`
  return row?.copies ?? 0
}

/** Erases the sealed copies of all keys, which go on working; resolves with how many there were. */
export async function eraseCopies(sql: Sql): Promise<number> {
  const erased = await sql`update api_key set sealed = null where sealed is not null`
  return erased.count
}
