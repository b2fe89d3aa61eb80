import { isGatewayError, type Principal, type Schedules } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { dropNextRows } from './drop-rows.ts'
import type { UploadEntry } from './upload-row.ts'

export interface CancelOptions {
  readonly sql: Sql
  readonly schedules: Pick<Schedules, 'cancel'>
}

/**
 * Does the next step for an upload that was cancelled: no rows are submitted any more once the first one begins.
 * Resolves with false when nothing is left to do.
 */
export async function endNext(options: CancelOptions, upload: UploadEntry): Promise<boolean> {
  const { uploadId, sentRows, rows } = upload
  if (sentRows < rows) {
    await settleCounts(options, upload)
    return true
  }
  if (await dropNextRows(options.sql, uploadId)) return true
  // The node may have ended before it did so in the name of the user.
  await cancelScheduled(options.schedules, upload)
  return false
}

/**
 * Counts what was really submitted: the cancellation, or the end of a node, may have come before that was noted. The
 * rows that are left count as left out.
 */
async function settleCounts({ sql, schedules }: CancelOptions, upload: UploadEntry): Promise<void> {
  const { uploadId, clientId, bulkId } = upload
  await cancelScheduled(schedules, upload)
  await sql`
    update upload set sent_rows = row_count, accepted = counted.messages, submitted = submitted + counted.messages - accepted
    from (
      select count(*)::integer as messages from message where client_id = ${clientId}::bigint and bulk_id = ${bulkId}
    ) as counted
    where upload_id = ${uploadId}::bigint`
}

/** Cancels what is still scheduled of an upload, if anything. */
export async function cancelScheduled(
  schedules: Pick<Schedules, 'cancel'>,
  { principal, bulkId }: { readonly principal: Principal | null; readonly bulkId: string },
): Promise<void> {
  if (principal === null) return
  try {
    await schedules.cancel(principal, bulkId)
  } catch (error) {
    if (!(isGatewayError(error) && error.code === 'bulk-not-found')) throw error
  }
}
