import type { SecondFactorStore, StoredSecondFactor } from '@heliograph/access'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import type { SecretBox } from './master-keys/secret-box.ts'

/** Creates the store of second factors: each is sealed, one row per user. */
export function createSecondFactorStore(sql: Sql, secrets: SecretBox): SecondFactorStore {
  return {
    async find(userId) {
      const [row] = await serviceAnswer(sql<{ version: number; sealed: Buffer }[]>`
        select version, sealed from second_factor where user_id = ${userId}::bigint`)
      return row && { version: row.version, factor: openSecondFactor(secrets, row.sealed) }
    },
    async put(userId, factor, version) {
      const sealed = secrets.seal(JSON.stringify(factor))
      const written = await serviceAnswer(
        version === undefined
          ? sql`
              insert into second_factor (user_id, sealed) values (${userId}::bigint, ${sealed}::bytea)
              on conflict do nothing`
          : sql`
              update second_factor set sealed = ${sealed}::bytea, version = version + 1
              where user_id = ${userId}::bigint and version = ${version}::integer`,
      )
      return written.count > 0
    },
    async remove(userId) {
      await serviceAnswer(sql`delete from second_factor where user_id = ${userId}::bigint`)
    },
  }
}

export function openSecondFactor(secrets: SecretBox, sealed: Uint8Array): StoredSecondFactor {
  return JSON.parse(secrets.open(sealed)) as StoredSecondFactor
}
