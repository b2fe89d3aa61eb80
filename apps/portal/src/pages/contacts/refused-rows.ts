import { rowsWithReasons } from '../../files/rows-with-reasons.ts'
import type { ImportPlan, ImportState } from './use-import.ts'

/**
 * The rows that were not imported, as they were, with the reason in a last column: to be corrected and imported again.
 *
 * @param reason the name of that column
 */
export function refusedRows(plan: ImportPlan, problems: ImportState['problems'], reason: string): File {
  const { list, header, rows, firstRow } = plan
  const refused = problems.map(({ row, text }) => ({ cells: rows[row - firstRow] ?? [], reason: text }))
  const name = list.file.name.replace(/\.[^.]*$/, '')
  return rowsWithReasons(`${name}-refused.csv`, { header, reason, rows: refused })
}
