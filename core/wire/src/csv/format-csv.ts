/** Characters because of which a field must be quoted. */
const QUOTED = /[",\r\n]/

/**
 * Writes records as CSV (RFC 4180): fields separated by commas, quoted where necessary, each record ended by CRLF.
 * Without a byte order mark.
 *
 * Fields are not changed, even if a spreadsheet would take them for a formula, since these files are for programs.
 */
export function formatCsv(records: readonly (readonly (string | number)[])[]): string {
  return records.map((fields) => `${fields.map(formatField).join(',')}\r\n`).join('')
}

function formatField(field: string | number): string {
  const text = String(field)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
