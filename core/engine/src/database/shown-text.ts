import { TEXT_REMOVED } from '@heliograph/contracts'
import { encodingOf } from './codes.ts'

/** A stored text for people and clients to read: null is one that was removed. */
export function shownText(body: string | null, encoding: number): string {
  if (body !== null) return body
  return encodingOf(encoding) === 'binary' ? '' : TEXT_REMOVED
}
