import type { Queryable, Sql } from '../../database/database.ts'
import type { UploadEntry } from './upload-row.ts'

/** What is deleted, in this order; `most` by one statement: some MiB of rows, or as many numbers. */
const TABLES = [
  { table: 'upload_chunk', key: 'first_row', most: 32 },
  { table: 'upload_number', key: 'mobile', most: 10_000 },
  { table: 'upload_problem', key: 'row_number', most: 10_000 },
] as const

/**
 * Deletes the next rows of an upload that nothing reads any more. Resolves with false once all are gone, which is when
 * their octets no longer count.
 */
export async function dropNextRows(sql: Queryable, uploadId: number): Promise<boolean> {
  for (const { table, key, most } of TABLES) {
    const { count } = await sql`
      delete from ${sql(table)} where upload_id = ${uploadId}::bigint and ${sql(key)} = any(array(
        select ${sql(key)} from ${sql(table)} where upload_id = ${uploadId}::bigint
        order by ${sql(key)} limit ${most}::integer
      ))`
    if (count > 0) return true
  }
  await sql`update upload set kept_octets = 0 where upload_id = ${uploadId}::bigint and kept_octets > 0`
  return false
}

/**
 * Deletes the next rows of those uploads of a client that are done and for which there is no room: the newest keep
 * theirs as long as they take no more than half of what the client may keep, so that the other half is left for new
 * ones. Resolves with false once there is nothing to delete.
 */
export async function dropNextDone(
  sql: Sql,
  { clientId }: Pick<UploadEntry, 'clientId'>,
  keptMebibytes: number,
): Promise<boolean> {
  const [oldest] = await sql<{ upload_id: number }[]>`
    select upload_id from (
      select upload_id, sum(kept_octets) over (order by upload_id desc) as kept from upload
      where client_id = ${clientId}::bigint and state = 'done' and kept_octets > 0
    ) as done
    where kept > ${(keptMebibytes * 1_048_576) / 2}::numeric
    order by upload_id limit 1`
  if (oldest === undefined) return false
  await dropNextRows(sql, oldest.upload_id)
  return true
}
