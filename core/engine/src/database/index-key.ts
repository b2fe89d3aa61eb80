import { createHash } from 'node:crypto'

/** An entry of a B-tree has at most 2,704 octets; of this many characters, at most 768 octets come. */
const MOST_CHARACTERS = 256
const KEPT_CHARACTERS = 128

/**
 * The form in which a text of any length may stand in an index: itself, or its beginning and a hash of the whole.
 * Without it, one long text makes a statement fail for everything that shares the statement.
 */
export function indexKey(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, KEPT_CHARACTERS)} ${createHash('sha256').update(text).digest('base64url')}`
}
