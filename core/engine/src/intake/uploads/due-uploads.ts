import type { Queryable } from '../../database/database.ts'
import { claimRows } from '../../ownership/claim-rows.ts'
import type { OwnedTable } from '../../ownership/owned-table.ts'
import type { WorkName } from '../../ownership/work-starts/work-start-statements.ts'

/** Uploads that are to be worked on. */
export const UPLOADS: OwnedTable = {
  name: 'upload',
  key: 'upload_id',
  columns: 'upload.upload_id, upload.due_at, upload.due_at::text as due',
  order: 'due_at, upload_id',
}

/** An upload that a node works on. */
export interface DueUpload {
  readonly upload_id: number
  /** When it was due as the database writes it: another time means that there is something new to do. */
  readonly due: string
}

/** Work on uploads as operators name it. */
export const UPLOAD_WORK = 'upload'

/** An upload as work that may end a process. */
export function workOfUpload(uploadId: number): WorkName {
  return { kind: UPLOAD_WORK, key: String(uploadId) }
}

/** Has an upload worked on, in the transaction that gives it something to do. */
export async function wakeUpload(sql: Queryable, uploadId: number): Promise<void> {
  await sql`update upload set due_at = now() where upload_id = ${uploadId}::bigint`
}

/** The most that one look claims; part of the statement's text. */
const MOST = 20

/** Claims uploads that have been due for longest, for the holder of a lease. */
export async function claimUploads(sql: Queryable, lease: number, room: number): Promise<readonly DueUpload[]> {
  const { rows } = await claimRows<DueUpload>(sql, UPLOADS, lease, {
    wanted: sql`(values (0, ${room}::integer)) as wanted (given, room)`,
    where: sql`upload.due_at is not null`,
    limit: MOST,
  })
  return rows
}

/**
 * Releases an upload at the end of a time slice. `againInMs`: how long to wait before the next one; null when nothing
 * is left to do, unless something was added meanwhile.
 */
export async function endSlice(
  sql: Queryable,
  lease: number,
  { upload_id: uploadId, due }: DueUpload,
  againInMs: number | null,
): Promise<void> {
  await sql`
    update upload set owner = null, starts = 0,
      due_at = case when due_at::text <> ${due} then due_at else now() + ${againInMs}::integer * interval '1 millisecond' end
    where upload_id = ${uploadId}::bigint and owner = ${lease}::bigint`
}
