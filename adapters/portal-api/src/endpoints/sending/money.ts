/** A decimal amount times a whole number, without rounding. */
export function multiplyAmount(amount: string, times: number): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const product = String(BigInt(whole + fraction) * BigInt(times)).padStart(fraction.length + 1, '0')
  if (fraction === '') return product
  return `${product.slice(0, -fraction.length)}.${product.slice(-fraction.length)}`
}
