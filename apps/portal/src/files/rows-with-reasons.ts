import { csvLine } from './csv-line.ts'

export interface LeftRows {
  /** Empty when the list has none. */
  readonly header: readonly string[]
  /** The name of the last column. */
  readonly reason: string
  readonly rows: readonly { readonly cells: readonly string[]; readonly reason: string }[]
}

/** Rows that were not taken, as they were, as a CSV file with the reasons in a last column: to be corrected. */
export function rowsWithReasons(name: string, { header, reason, rows }: LeftRows): File {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length)
  const line = (cells: readonly string[], last: string) =>
    csvLine([...Array.from({ length: width }, (_, column) => safe(cells[column] ?? '')), last])
  const lines = rows.map((row) => line(row.cells, row.reason))
  if (header.length > 0) lines.unshift(line(header, reason))
  // The mark tells spreadsheets that it is UTF-8.
  return new File(['\ufeff', lines.join('\r\n'), '\r\n'], name, { type: 'text/csv' })
}

/** What a spreadsheet would take for a formula gets an apostrophe, which an import takes off again. */
function safe(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d\s().-]+$/.test(cell) ? `'${cell}` : cell
}
