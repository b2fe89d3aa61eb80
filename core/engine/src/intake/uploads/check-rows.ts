import type { UploadCells, UploadProblem } from '@heliograph/contracts'
import { mapInSlices, type RowReader, readUploadRow } from '@heliograph/messaging'
import { findOptedOut } from '../../contacts/opted-out.ts'
import type { Transaction } from '../../database/database.ts'
import { findRowContacts } from './row-contacts.ts'
import type { UploadEntry } from './upload-row.ts'
import { insertProblems, noteNumbers, type ProblemRow } from './upload-statements.ts'

/** A row that was checked; without its text, since texts are much longer than rows. */
export interface CheckedRow {
  readonly row: number
  /** The SMS parts it needs. */
  readonly parts: number
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
  { uploadId, clientId }: UploadEntry,
  reader: RowReader,
  from: number,
  rows: readonly UploadCells[],
): Promise<readonly CheckedRow[]> {
  const contacts = await findRowContacts(tx, clientId, reader, rows)
  const reads = await mapInSlices(rows, (cells, index) => {
    const { to, measure, problem } = readUploadRow(reader, cells, contacts)
    return { row: from + index, to, parts: measure?.parts ?? 0, problem }
  })
  const mobiles = [...new Set(reads.map(({ to, problem }) => (problem === undefined ? to : undefined)))]
  const asked = mobiles.filter((mobile) => mobile !== undefined)
  const optedOut = await findOptedOut(tx, clientId, asked)
  const fresh = new Set(
    await noteNumbers(
      tx,
      uploadId,
      asked.filter((mobile) => !optedOut.has(mobile)),
    ),
  )
  const checked = reads.map(({ row, to, parts, problem }): CheckedRow => {
    if (problem !== undefined) return { row, parts, problem }
    if (optedOut.has(to as string)) return { row, parts, problem: 'opted-out' }
    return { row, parts, problem: fresh.delete(to as string) ? undefined : 'duplicate' }
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
  for (const { problem, parts: needed } of checked) {
    if (problem !== undefined) counts[problem] = (counts[problem] ?? 0) + 1
    else {
      messages += 1
      parts += needed
    }
  }
  return { messages, parts, problems: counts }
}
