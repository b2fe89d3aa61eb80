/** What makes a spreadsheet take a field for a formula (OWASP, "CSV Injection"), behind what was put in front of it for that. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** A field that no spreadsheet takes for a formula: with an apostrophe in front where one would. Numbers stay as they are. */
export function defuseFormula(field: string): string {
  return FORMULA.test(field) && !NUMBER.test(field) ? `'${field}` : field
}

/** A field as it was before `defuseFormula`. */
export function restoreFormula(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field
}
