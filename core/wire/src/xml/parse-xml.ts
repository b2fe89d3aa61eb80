import type { XmlElement } from './element.ts'
import { withDefaults, type XmlLimits } from './limits.ts'
import { readRawXml } from './read-raw-xml.ts'
import { resolveElement } from './resolve-names.ts'

/**
 * Reads an XML 1.0 document and resolves its names according to Namespaces in XML 1.0. Comments are left out; texts,
 * including CDATA sections, are kept unchanged, with their white space.
 *
 * Throws `invalid` with one of the codes
 * - `unsafe-xml`: it has a document type or entity declaration, or a processing instruction (SOAP 1.1 section 3 forbids
 *   both);
 * - `xml-too-large`: it goes beyond a limit;
 * - `malformed-xml`: it is not well-formed, uses a prefix that is not declared, or refers to an entity that XML itself
 *   does not define.
 */
export function parseXml(text: string, limits: XmlLimits = {}): XmlElement {
  return resolveElement(readRawXml(withPlainLineBreaks(text), withDefaults(limits)))
}

/** XML 1.0 section 2.11. */
function withPlainLineBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
}
