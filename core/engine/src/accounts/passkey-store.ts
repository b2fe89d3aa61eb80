import type { PasskeyStore, StoredPasskey } from '@heliograph/access'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { storableText } from '../database/storable-text.ts'

type PasskeyRow = Omit<StoredPasskey, 'credentialId'> & { readonly credential: Buffer }

/** Creates the store of passkeys. What it keeps is no secret: keys are public ones. */
export function createPasskeyStore(sql: Sql): PasskeyStore {
  const columns = sql`
    passkey_id as "passkeyId", user_id as "userId", credential_id as credential, name, public_key as "publicKey", counter,
    created_at as "createdAt", last_used_at as "lastUsedAt"`
  return {
    async listOf(userId) {
      const rows = await serviceAnswer(sql<PasskeyRow[]>`
        select ${columns} from passkey where user_id = ${userId}::bigint order by passkey_id`)
      return rows.map(toPasskey)
    },
    async find(credentialId) {
      const [row] = await serviceAnswer(sql<PasskeyRow[]>`
        select ${columns} from passkey where credential_id = ${octetsOf(credentialId)}::bytea`)
      return row && toPasskey(row)
    },
    async add(userId, { credentialId, name, publicKey, counter }) {
      const [row] = await serviceAnswer(sql<{ passkeyId: number }[]>`
        insert into passkey (user_id, credential_id, name, public_key, counter)
        values (
          ${userId}::bigint, ${octetsOf(credentialId)}::bytea, ${storableText(name)}, ${Buffer.from(publicKey)}::bytea,
          ${counter}::bigint
        )
        on conflict do nothing
        returning passkey_id as "passkeyId"`)
      return row?.passkeyId
    },
    async rename(userId, passkeyId, name) {
      const renamed = await serviceAnswer(sql`
        update passkey set name = ${storableText(name)}
        where passkey_id = ${passkeyId}::bigint and user_id = ${userId}::bigint`)
      return renamed.count > 0
    },
    async remove(userId, passkeyId) {
      const removed = await serviceAnswer(sql`
        delete from passkey where passkey_id = ${passkeyId}::bigint and user_id = ${userId}::bigint`)
      return removed.count > 0
    },
    async removeAll(userId) {
      return (await serviceAnswer(sql`delete from passkey where user_id = ${userId}::bigint`)).count
    },
    // `goesOn`, decided where it is written: of two nodes that have checked the same signature, one goes on.
    async noteUse(passkeyId, counter) {
      const noted = await serviceAnswer(sql`
        update passkey set counter = ${counter}::bigint, last_used_at = now()
        where passkey_id = ${passkeyId}::bigint
          and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
      return noted.count > 0
    },
  }
}

function toPasskey({ credential, ...row }: PasskeyRow): StoredPasskey {
  return { ...row, credentialId: credential.toString('base64url') }
}

function octetsOf(credentialId: string): Buffer {
  return Buffer.from(credentialId, 'base64url')
}
