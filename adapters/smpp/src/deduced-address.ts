import type { Address } from '@heliograph/smpp'

/** Longer numbers are international, the others are short codes of the network. */
const MAX_SHORT_CODE = 6

/**
 * An address with the TON and NPI that its form suggests (SMPP 3.4 sections 5.2.5 and 5.2.6). Characters that addresses
 * cannot contain become `?`.
 */
export function deducedAddress(address: string): Address {
  if (!/^\d+$/.test(address)) return { ton: 5, npi: 0, address: address.replace(/[^\x20-\xff]/gu, '?').slice(0, 64) }
  return address.length > MAX_SHORT_CODE ? { ton: 1, npi: 1, address } : { ton: 3, npi: 0, address }
}
