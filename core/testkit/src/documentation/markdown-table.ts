/** A Markdown table. Cells are text: what would break the table is escaped. */
export function renderTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(line)].join('\n')
}

/** Text in code spans; no backtick may stand in it. */
export function code(text: string): string {
  return `\`${text}\``
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
