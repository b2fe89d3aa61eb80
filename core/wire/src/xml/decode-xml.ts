import { isUtf8 } from 'node:buffer'
import { type Charset, charsetByLabel, charsetLabelOf, decodeWindows1252 } from '@heliograph/messaging'
import { invalid } from '../invalid.ts'

/** The encoding in an XML declaration, which must be at the very beginning. */
const DECLARED = /^<\?xml\s[^?>]*?\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** Octets within which an XML declaration ends, even with all its parts. */
const DECLARATION_OCTETS = 200

/**
 * Decodes an XML document in UTF-8, UTF-16, ISO-8859-1 or windows-1252. The encoding is taken from its byte order mark,
 * then from the charset of the Content-Type, then from its declaration; without any of these it is UTF-8 (RFC 7303
 * section 3). The byte order mark is removed.
 *
 * Throws `invalid` with the code `unknown-encoding` for another encoding, and `malformed-xml` for octets that are not
 * valid in that encoding, for example a document that declares UTF-16 and is not.
 */
export function decodeXml(octets: Buffer, contentType?: string): string {
  const marked = charsetByMark(octets)
  if (marked !== undefined) return decodeAs(marked.charset, octets.subarray(marked.length))
  const label = charsetLabelOf(contentType)
  if (label !== undefined && label !== '') return decodeAs(named(label), octets)
  if (looksLikeUtf16(octets)) return decodeAs(octets[0] === 0 ? 'utf-16be' : 'utf-16le', octets)
  const declared = DECLARED.exec(octets.toString('latin1', 0, DECLARATION_OCTETS))
  const charset = named(declared?.[1] ?? declared?.[2] ?? 'utf-8')
  // The declaration itself could be read octet by octet, so the document is not UTF-16.
  if (charset.startsWith('utf-16')) throw notWhatItSays(charset)
  return decodeAs(charset, octets)
}

function charsetByMark(octets: Buffer): { readonly charset: Charset; readonly length: number } | undefined {
  const mark = octets.toString('latin1', 0, 3)
  if (mark === '\xef\xbb\xbf') return { charset: 'utf-8', length: 3 }
  if (mark.startsWith('\xff\xfe')) return { charset: 'utf-16le', length: 2 }
  return mark.startsWith('\xfe\xff') ? { charset: 'utf-16be', length: 2 } : undefined
}

/** True when the document begins with `<` in one of the byte orders of UTF-16. */
function looksLikeUtf16(octets: Buffer): boolean {
  return (octets[0] === 0 && octets[1] === 0x3c) || (octets[0] === 0x3c && octets[1] === 0)
}

function named(label: string): Charset {
  const charset = charsetByLabel(label)
  if (charset === undefined) throw invalid('unknown-encoding', 'The encoding of the XML is not supported')
  return charset
}

function decodeAs(charset: Charset, octets: Buffer): string {
  switch (charset) {
    case 'windows-1252':
      return decodeWindows1252(octets)
    case 'utf-8':
      if (!isUtf8(octets)) throw notWhatItSays(charset)
      return octets.toString('utf8')
    case 'utf-16le':
      if (octets.length % 2 !== 0) throw notWhatItSays(charset)
      return octets.toString('utf16le')
    // Without a byte order mark it is big-endian (RFC 2781 section 4.3), unless the first character shows otherwise.
    case 'utf-16':
      return decodeAs(octets[0] === 0x3c && octets[1] === 0 ? 'utf-16le' : 'utf-16be', octets)
    case 'utf-16be':
      if (octets.length % 2 !== 0) throw notWhatItSays(charset)
      return Buffer.from(octets).swap16().toString('utf16le')
  }
}

function notWhatItSays(charset: Charset) {
  return invalid('malformed-xml', `The XML is not valid ${charset.toUpperCase()}`)
}
