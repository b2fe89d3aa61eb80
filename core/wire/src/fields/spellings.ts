/**
 * Parses a boolean as text interfaces spell it: `true` or `1`, `false` or `0`, in any letter case. Undefined for
 * anything else.
 */
export function parseFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : undefined
}

/**
 * Parses a whole number from `least` to `most` in decimal digits, without a sign; leading zeros do not matter.
 * Undefined for anything else.
 */
export function parseWhole(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}
