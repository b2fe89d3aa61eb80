/** What a field has to be quoted for. */
const QUOTED = /[",\r\n]/

/**
 * Writes records as CSV (RFC 4180): fields separated by commas, quoted where they have to be, each record ended by CRLF. Without a byte order mark.
 *
 * Fields stay what they are, also those that a spreadsheet takes for a formula: such files are for programs.
 */
export function formatCsv(records: readonly (readonly (string | number)[])[]): string {
  return records.map((fields) => `${fields.map(formatField).join(',')}\r\n`).join('')
}

function formatField(field: string | number): string {
  const text = String(field)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
