import type { Sql } from '../../database/database.ts'
import { dropNextRows } from './drop-rows.ts'

/** How long uploads are kept. */
export interface KeptUploads {
  readonly uploadDays: number
  /** Those that have ended go with their texts, when these are kept for a shorter time. */
  readonly textDays?: number | undefined
}

/** Deletes an upload that was not touched for this long, its rows first. Resolves with whether there was one. */
export async function dropOldUpload(sql: Sql, { uploadDays, textDays = uploadDays }: KeptUploads): Promise<boolean> {
  const [old] = await sql<{ upload_id: number }[]>`
    select upload_id from upload where touched_at < now() - ${uploadDays}::integer * interval '1 day'
      or (ended_at is not null and touched_at < now() - ${textDays}::integer * interval '1 day')
    order by touched_at limit 1`
  if (old === undefined) return false
  while (await dropNextRows(sql, old.upload_id));
  await sql`delete from upload where upload_id = ${old.upload_id}::bigint`
  return true
}
