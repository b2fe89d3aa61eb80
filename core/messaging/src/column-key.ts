import { nameKey } from './contacts.ts'

/** The key by which the columns of files and the fields of contacts are found. */
export function columnKey(name: string): string {
  return nameKey(name).replace(/[^\p{L}\p{N}]/gu, '')
}
