/** A decimal amount times a whole number, without rounding. */
export function multiplyAmount(amount: string, times: number): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const product = String(BigInt(whole + fraction) * BigInt(times)).padStart(fraction.length + 1, '0')
  if (fraction === '') return product
  return `${product.slice(0, -fraction.length)}.${product.slice(-fraction.length)}`
}

/** The difference of two decimal amounts, with the decimals of the one that has more, without rounding. */
export function subtractAmounts(amount: string, less: string): string {
  const places = Math.max(...[amount, less].map((each) => each.split('.')[1]?.length ?? 0))
  const units = (each: string) => {
    const [whole = '0', fraction = ''] = each.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  }
  const difference = units(amount) - units(less)
  const digits = String(difference < 0n ? -difference : difference).padStart(places + 1, '0')
  const sign = difference < 0n ? '-' : ''
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
