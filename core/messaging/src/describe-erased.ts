import type { ErasedContact } from '@heliograph/contracts'

/** What an entry of the audit log says of a number that was erased: not which. */
export function describeErased({
  messages,
  incoming,
  uploadRows,
}: Omit<ErasedContact, 'isOptedOut' | 'archives'>): string {
  return `${messages} messages, ${incoming} incoming SMS, ${uploadRows} rows of uploads`
}
