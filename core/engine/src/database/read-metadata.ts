import type { MessageMetadata } from '@heliograph/contracts'

/** The metadata of a message as a field to be spread, from the column; without any there is no field. */
export function readMetadata(stored: string | null): { readonly metadata?: MessageMetadata } {
  return stored === null ? {} : { metadata: JSON.parse(stored) as MessageMetadata }
}
