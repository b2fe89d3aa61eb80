/** Numbers in a row that the simulated network treats alike: none has an ending that means a fate of its own (9xx). */
const ENDINGS = 900

/** The `index`-th number of those that begin with `prefix`, with seven digits behind it; it is simply delivered. */
export function plainNumber(prefix: string, index: number): string {
  const thousands = String(Math.floor(index / ENDINGS)).padStart(4, '0')
  return `${prefix}${thousands}${String(index % ENDINGS).padStart(3, '0')}`
}
