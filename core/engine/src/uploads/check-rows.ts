import type { UploadCells, UploadProblem } from '@heliograph/contracts'
import { type ReadRow, type RowReader, readUploadRow } from '@heliograph/messaging'
import { findOptedOut } from '../contacts/opted-out.ts'
import type { Transaction } from '../database/database.ts'
import type { UploadEntry } from './upload-row.ts'
import { insertProblems, noteNumbers, type ProblemRow } from './upload-statements.ts'

/** A row that was checked. */
export interface CheckedRow {
  readonly row: number
  readonly read: ReadRow
  readonly problem: UploadProblem | undefined
}

/**
 * Checks rows that were not checked before, and notes which are left out. Among rows with the same number the first
 * sound one counts.
 *
 * @param from the number of the first of the rows, from 0
 */
export async function checkRows(
  tx: Transaction,
  { upload_id: uploadId, client_id: clientId }: UploadEntry,
  reader: RowReader,
  from: number,
  rows: readonly UploadCells[],
): Promise<readonly CheckedRow[]> {
  const reads = rows.map((cells, index) => ({ row: from + index, read: readUploadRow(reader, cells) }))
  const mobiles = [...new Set(reads.map(({ read }) => (read.problem === undefined ? read.to : undefined)))]
  const asked = mobiles.filter((mobile) => mobile !== undefined)
  const optedOut = await findOptedOut(tx, clientId, asked)
  const fresh = new Set(
    await noteNumbers(
      tx,
      uploadId,
      asked.filter((mobile) => !optedOut.has(mobile)),
    ),
  )
  const checked = reads.map(({ row, read }): CheckedRow => {
    const to = read.to as string
    if (read.problem !== undefined) return { row, read, problem: read.problem }
    if (optedOut.has(to)) return { row, read, problem: 'opted-out' }
    return { row, read, problem: fresh.delete(to) ? undefined : 'duplicate' }
  })
  await insertProblems(
    tx,
    uploadId,
    checked.filter((each): each is CheckedRow & ProblemRow => each.problem !== undefined),
  )
  return checked
}

/** What checked rows add to the figures of an upload. */
export function countChecked(
  { problems }: Pick<UploadEntry, 'problems'>,
  checked: readonly CheckedRow[],
): { readonly messages: number; readonly parts: number; readonly problems: UploadEntry['problems'] } {
  const counts: Partial<Record<UploadProblem, number>> = { ...problems }
  let messages = 0
  let parts = 0
  for (const { problem, read } of checked) {
    if (problem !== undefined) counts[problem] = (counts[problem] ?? 0) + 1
    else {
      messages += 1
      parts += read.measure?.parts ?? 0
    }
  }
  return { messages, parts, problems: counts }
}
