import type { Sql } from '../../database/database.ts'
import { dropNextRows } from './drop-rows.ts'

const KEPT_DAYS = 30

/**
 * Deletes an upload that was not touched for a long time, its rows first; one that has ended goes with its texts where
 * these are kept for a shorter time. Resolves with whether there was one.
 */
export async function dropOldUpload(sql: Sql, textDays = KEPT_DAYS): Promise<boolean> {
  const [old] = await sql<{ upload_id: number }[]>`
    select upload_id from upload where touched_at < now() - ${KEPT_DAYS}::integer * interval '1 day'
      or (ended_at is not null and touched_at < now() - ${textDays}::integer * interval '1 day')
    order by touched_at limit 1`
  if (old === undefined) return false
  while (await dropNextRows(sql, old.upload_id));
  await sql`delete from upload where upload_id = ${old.upload_id}::bigint`
  return true
}
