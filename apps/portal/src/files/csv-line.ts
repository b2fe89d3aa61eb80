/** A row as a line of CSV with commas, without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(quote).join(',')
}

/** Quotes also what another reader might take for a separator. */
function quote(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
