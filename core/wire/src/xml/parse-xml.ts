import type { XmlElement } from './element.ts'
import { withDefaults, type XmlLimits } from './limits.ts'
import { readTree } from './read-tree.ts'
import { resolveElement } from './resolve-names.ts'

/**
 * Reads an XML 1.0 document, its names resolved by Namespaces in XML 1.0. Comments are left out; texts, CDATA sections among them, are kept as they are, white space
 * included.
 *
 * Throws `invalid` with one of the codes
 * - `unsafe-xml`: it has a document type or entity declaration, or a processing instruction (SOAP 1.1 section 3 forbids both);
 * - `xml-too-large`: it goes beyond a limit;
 * - `malformed-xml`: it is not well-formed, uses a prefix that is not declared, or refers to an entity that XML itself does not have.
 */
export function parseXml(text: string, limits: XmlLimits = {}): XmlElement {
  return resolveElement(readTree(text, withDefaults(limits)))
}
