/**
 * A value of any direction (a name, a number, an address) within a text that runs from right to left, kept from
 * reordering what stands around it.
 */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`
}
