import type { UploadRow } from '@heliograph/contracts'
import { checkCells, requireUploadState, rowIsSound, rowNotFound, showUploadRow } from '@heliograph/messaging'
import type { Transaction } from '../../database/database.ts'
import { checkRows, countChecked } from './check-rows.ts'
import { findChunk, findFirstRow, replaceRow } from './row-chunks.ts'
import { findRowContacts } from './row-contacts.ts'
import { type RowSender, readerOf } from './row-tools.ts'
import type { UploadEntry } from './upload-row.ts'
import { findProblems } from './upload-statements.ts'

/** Replaces the cells of a row that is left out and checks it again; `row` counts from 0. */
export async function setRow(
  tx: Transaction,
  sender: RowSender,
  upload: UploadEntry,
  row: number,
  cells: readonly string[],
): Promise<UploadRow> {
  const { uploadId, clientId, plan } = upload
  requireUploadState(upload.state, 'ready')
  checkCells('cells', cells)
  const chunk = Number.isSafeInteger(row) && row >= 0 ? await findChunk(tx, uploadId, row) : undefined
  if (chunk === undefined || plan === null) throw rowNotFound()
  const before = (await findProblems(tx, uploadId, row, row + 1)).get(row)
  if (before === undefined) throw rowIsSound()
  const reader = readerOf(plan, await findFirstRow(tx, uploadId), sender)
  await replaceRow(tx, uploadId, chunk, row, cells)
  await tx`delete from upload_problem where upload_id = ${uploadId}::bigint and row_number = ${row}::integer`
  const checked = await checkRows(tx, upload, reader, row, [cells])
  const without = { ...upload.problems, [before]: (upload.problems[before] ?? 1) - 1 }
  const { messages, parts, problems } = countChecked({ problems: without }, checked)
  await tx`
    update upload set messages = messages + ${messages}::integer, parts = parts + ${parts}::bigint,
      problems = ${JSON.stringify(withoutZeros(problems))}::text::jsonb
    where upload_id = ${uploadId}::bigint`
  const contacts = await findRowContacts(tx, clientId, reader, [cells])
  return showUploadRow(reader, row, cells, checked[0]?.problem, contacts)
}

function withoutZeros(counts: UploadEntry['problems']): UploadEntry['problems'] {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
