/** The middle value; undefined for no values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle]
  const [low, high] = [sorted[middle - 1], sorted[middle]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

/** The smallest value that at least this share (0..100) of all values do not exceed; undefined for no values. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)]
}
