import type { Principal } from '@heliograph/contracts'

/** What can be read once. */
export type Readable = 'reports' | 'inbox'

/**
 * Names the place that a reader has come to: that of an API key, or of a user who logs in by password.
 *
 * @param filter names what is read, where it is not all
 */
export function readerKey(readable: Readable, { keyId, userId }: Principal, filter: string): string {
  const reader = keyId === null ? `user-${userId}` : `key-${keyId}`
  return [readable, reader, filter].join('/')
}
