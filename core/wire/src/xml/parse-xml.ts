import { XMLParser } from 'fast-xml-parser'
import { invalid } from '../invalid.ts'
import { checkXml } from './check-xml.ts'
import type { XmlElement } from './element.ts'
import { MOST_DEPTH, withDefaults, type XmlLimits } from './limits.ts'
import { withPlainLineBreaks } from './line-breaks.ts'
import { resolveElement, type Tree } from './resolve-names.ts'
import { ATTRIBUTE_PREFIX, TEXT } from './tree-keys.ts'

/** All of the library's processing of values is off: replacing, typing and trimming is done here or not at all. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE_PREFIX,
  textNodeName: TEXT,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  jPath: false,
  maxNestedTags: MOST_DEPTH,
  // The ordered tree is made of arrays, in which no name is dangerous.
  onDangerousProperty: (name) => name,
})

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
  const { outline, texts } = checkXml(withPlainLineBreaks(text), withDefaults(limits))
  const [root] = parse(outline)
  if (root === undefined) throw invalid('malformed-xml', 'The XML is malformed: it has no element')
  return resolveElement(root, texts)
}

function parse(outline: string): readonly Tree[] {
  try {
    return parser.parse(outline) as readonly Tree[]
  } catch {
    // The library reserves some names, such as `__proto__`.
    throw invalid('unsafe-xml', 'The XML has a name that is not allowed')
  }
}
