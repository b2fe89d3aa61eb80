import type { Clock } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { checkRows, countChecked } from './check-rows.ts'
import { findChunk, findFirstRow } from './row-chunks.ts'
import { type RowTools, readerOf } from './row-tools.ts'
import type { UploadEntry } from './upload-row.ts'
import { lockUpload } from './upload-statements.ts'

export interface CheckOptions extends RowTools {
  readonly sql: Sql
  readonly clock: Clock
}

/** Checks the next rows of an upload. Resolves with false when there is nothing more to do for now. */
export async function checkNext({ sql, clock, senderOf }: CheckOptions, upload: UploadEntry): Promise<boolean> {
  const { uploadId, principal } = upload
  if (principal === null) return false
  const sender = await senderOf(principal)
  return inTransaction(sql, async (tx) => {
    const row = await lockUpload(tx, uploadId)
    // Another plan may have been made meanwhile: it has a principal of its own and is left to the next turn.
    if (row?.state !== 'checking' || row.plan === null || row.checked !== upload.checked)
      return row?.state === 'checking'
    const first = await findFirstRow(tx, uploadId)
    const from = row.checked === 0 && row.plan.hasHeader ? 1 : row.checked
    const chunk = await findChunk(tx, uploadId, from)
    const cells = chunk?.cells.slice(from - chunk.firstRow) ?? []
    const checked = await checkRows(tx, row, readerOf(row.plan, first, sender), from, cells)
    const { messages, parts, problems } = countChecked(row, checked)
    const isDone = from + cells.length >= row.rows
    await tx`
      update upload set checked = ${from + cells.length}::integer, messages = messages + ${messages}::integer,
        parts = parts + ${parts}::bigint, problems = ${JSON.stringify(problems)}::text::jsonb,
        state = ${isDone ? 'ready' : 'checking'}, touched_at = ${new Date(clock.now())}::timestamptz
      where upload_id = ${uploadId}::bigint`
    return !isDone
  })
}
