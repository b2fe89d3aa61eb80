import type { KeyRecord } from '@heliograph/contracts'
import { missingAccount } from '@heliograph/messaging'
import type { Queryable, Sql } from '../../database/database.ts'
import { generateApiKey, hashKey, type SecretBox } from '../secrets.ts'

/** Adds a key, which is returned here and never again, except to SOAP `get_api_key`. */
export async function addKey(
  sql: Sql,
  secrets: SecretBox,
  { userId }: { readonly userId: number },
): Promise<{ keyId: number; apiKey: string }> {
  const apiKey = generateApiKey()
  const [row] = await sql<{ key_id: number }[]>`
    insert into api_key (user_id, key_hash, smpp_hash, sealed)
    select user_id, ${hashKey(apiKey)}::bytea, ${secrets.smppHash(apiKey)}::bytea, ${secrets.seal(apiKey)}::bytea
    from app_user where user_id = ${userId}::bigint
    returning key_id`
  if (row === undefined) throw missingAccount('user', userId)
  return { keyId: row.key_id, apiKey }
}

/** Keys of a user, oldest first. */
export async function listKeys(sql: Queryable, userId: number): Promise<readonly KeyRecord[]> {
  const rows = await sql<KeyRecord[]>`
    select key_id as "keyId", user_id as "userId", created_at as "createdAt" from api_key
    where user_id = ${userId}::bigint order by key_id`
  return [...rows]
}

export async function findKey(sql: Queryable, keyId: number): Promise<KeyRecord | undefined> {
  const [row] = await sql<KeyRecord[]>`
    select key_id as "keyId", user_id as "userId", created_at as "createdAt" from api_key
    where key_id = ${keyId}::bigint`
  return row
}

/** Removes a key, which stops working within a second on every node. */
export async function removeKey(sql: Sql, { keyId }: { readonly keyId: number }): Promise<void> {
  const removed = await sql`delete from api_key where key_id = ${keyId}::bigint`
  if (removed.count === 0) throw missingAccount('key', keyId)
}
