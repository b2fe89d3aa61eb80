import type { Queryable, Sql } from '../../database/database.ts'
import type { UploadEntry } from './upload-row.ts'

/** What one statement deletes at most: some MiB of rows, or as many numbers. */
const CHUNKS_AT_ONCE = 32
const ENTRIES_AT_ONCE = 10_000

/**
 * Deletes the next rows of an upload that nothing reads any more. Resolves with false once all are gone, which is when
 * their octets no longer count.
 */
export async function dropNextRows(sql: Queryable, uploadId: number): Promise<boolean> {
  const chunks = await sql`
    delete from upload_chunk where upload_id = ${uploadId}::bigint and first_row = any(array(
      select first_row from upload_chunk where upload_id = ${uploadId}::bigint
      order by first_row limit ${CHUNKS_AT_ONCE}::integer
    ))`
  if (chunks.count > 0) return true
  const numbers = await sql`
    delete from upload_number where upload_id = ${uploadId}::bigint and mobile = any(array(
      select mobile from upload_number where upload_id = ${uploadId}::bigint
      order by mobile limit ${ENTRIES_AT_ONCE}::integer
    ))`
  if (numbers.count > 0) return true
  const problems = await sql`
    delete from upload_problem where upload_id = ${uploadId}::bigint and row_number = any(array(
      select row_number from upload_problem where upload_id = ${uploadId}::bigint
      order by row_number limit ${ENTRIES_AT_ONCE}::integer
    ))`
  if (problems.count > 0) return true
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
