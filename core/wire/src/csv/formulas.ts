/**
 * The start of a field that spreadsheets take for a formula (OWASP, "CSV Injection"), after any apostrophes added to
 * prevent that.
 */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** Puts an apostrophe in front of a field that a spreadsheet would take for a formula. Numbers stay unchanged. */
export function defuseFormula(field: string): string {
  return FORMULA.test(field) && !NUMBER.test(field) ? `'${field}` : field
}

/** Restores a field to what it was before `defuseFormula`. */
export function restoreFormula(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field
}
