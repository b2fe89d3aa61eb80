/** The name of a header (RFC 9110 section 5.1). */
export const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Whether `Connection` names an option, which is given in lower case (RFC 9110 section 7.6.1). */
export function hasConnectionOption(connection: string, option: string): boolean {
  return connection
    .toLowerCase()
    .split(',')
    .some((each) => each.trim() === option)
}
