import { XMLParser } from 'fast-xml-parser'
import { invalid } from '../invalid.ts'
import { checkXml } from './check-xml.ts'
import type { XmlElement } from './element.ts'
import { MOST_DEPTH, withDefaults, type XmlLimits } from './limits.ts'
import { resolveElement, type Tree } from './resolve-names.ts'
import { ATTRIBUTE_PREFIX, CDATA, TEXT } from './tree-keys.ts'

/** Everything the library would do to values is off: they are replaced, typed and trimmed here or nowhere. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE_PREFIX,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  jPath: false,
  maxNestedTags: MOST_DEPTH,
  // The tree in order is made of arrays, in which a name is no danger.
  onDangerousProperty: (name) => name,
})

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
  const full = withDefaults(limits)
  const start = checkXml(text, full)
  const [root] = parse(text.slice(start)).filter((node) => !(TEXT in node))
  if (root === undefined) throw invalid('malformed-xml', 'The XML is malformed: it has no element')
  return resolveElement(root)
}

function parse(text: string): readonly Tree[] {
  try {
    return parser.parse(text) as readonly Tree[]
  } catch {
    // It keeps some names to itself, `__proto__` for one.
    throw invalid('unsafe-xml', 'The XML has a name that is not allowed')
  }
}
