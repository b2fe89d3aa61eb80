import { isUtf8 } from 'node:buffer'
import type { Charset } from './charsets.ts'
import { decodeWindows1252 } from './windows-1252.ts'

/**
 * Decodes octets of a client that may not declare a charset: windows-1252 when `charset` is that, else UTF-8 where they
 * are valid UTF-8, else windows-1252. So every sequence of octets has a text. A byte order mark stays where it is.
 */
export function decodeText(octets: Buffer, charset?: Charset): string {
  if (charset !== 'windows-1252' && isUtf8(octets)) return octets.toString('utf8')
  return decodeWindows1252(octets)
}
