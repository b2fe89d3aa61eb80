import type { Sql } from '../database/database.ts'

const KEPT_DAYS = 30

/** Deletes one upload that has not been touched for a long time, with its rows. Resolves with whether there was one. */
export async function dropOldUpload(sql: Sql): Promise<boolean> {
  const { count } = await sql`
    delete from upload where upload_id = (
      select upload_id from upload where touched_at < now() - ${KEPT_DAYS}::integer * interval '1 day'
      order by touched_at limit 1 for update skip locked
    )`
  return count > 0
}
