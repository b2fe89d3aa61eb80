/**
 * A record of CSV as `copy ... from ... csv` of Postgres reads it: null is nothing at all, an empty text is quoted, and
 * so is what would not be read as it stands.
 */
export function formatRecord(cells: readonly (string | null)[]): string {
  return `${cells.map(formatCell).join(',')}\n`
}

function formatCell(cell: string | null): string {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) || cell === '\\.' ? `"${cell.replaceAll('"', '""')}"` : cell
}
