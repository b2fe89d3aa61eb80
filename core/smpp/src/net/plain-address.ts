/** Turns an IPv4 address that a dual-stack socket shows in its IPv6 form into its usual dotted form. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}
