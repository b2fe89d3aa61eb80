/**
 * Renders a Markdown table, padded as the formatter of this repository pads it, so that a generated table counts as
 * formatted. Line ends in cells become spaces, `|` is escaped.
 */
export function renderMarkdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(escapeCell))
  const widths = headings.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)))
  const rule = widths.map((width) => '-'.repeat(width))
  const [head = [], ...body] = lines
  return [head, rule, ...body].map((cells) => renderLine(cells, widths)).join('\n')
}

function renderLine(cells: readonly string[], widths: readonly number[]): string {
  return `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
}

function escapeCell(text: string): string {
  // regex-bound: texts of a schema.
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
}
