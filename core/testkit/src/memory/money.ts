const SCALE = 1_000_000n

/** Reads a decimal amount into millionths, the six places the database keeps. Throws `RangeError` for anything else. */
export function parseAmount(amount: string | number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(amount))
  if (!match) throw new RangeError(`Not a decimal amount with at most six places: ${amount}`)
  const millionths = BigInt(match[2] as string) * SCALE + BigInt((match[3] ?? '').padEnd(6, '0'))
  return match[1] ? -millionths : millionths
}

/** Writes millionths as the database would: `0.050000`. */
export function formatAmount(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths
  return `${millionths < 0n ? '-' : ''}${size / SCALE}.${String(size % SCALE).padStart(6, '0')}`
}
