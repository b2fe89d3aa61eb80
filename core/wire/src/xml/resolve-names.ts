import { invalid } from '../invalid.ts'
import type { XmlAttribute, XmlElement } from './element.ts'
import { splitName } from './names.ts'
import type { RawAttribute, RawElement, RawText } from './read-raw-xml.ts'
import { replaceReferences } from './references.ts'

/** Namespaces by prefix; the empty prefix is for names without one. */
type Scope = ReadonlyMap<string, string>

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

const OUTERMOST: Scope = new Map([['xml', XML]])

/**
 * Resolves the names and replaces the references in an element. Recursion is as deep as the document, whose depth is
 * limited. Throws `invalid`/`malformed-xml`.
 */
export function resolveElement(raw: RawElement, outer: Scope = OUTERMOST): XmlElement {
  const attributes = raw.attributes.map(([name, value]) => [name, normalised(value)] as const)
  const scope = scopeOf(attributes, outer)
  const [prefix, name] = splitName(raw.name)
  const children: (XmlElement | string)[] = []
  let previous: RawElement | RawText | undefined
  for (const child of raw.children) {
    if ('children' in child) children.push(resolveElement(child, scope))
    else if (child.isLiteral) children.push(child.text)
    // The two parts of a text around a comment are one.
    else if (isPlainText(previous)) children.push(`${children.pop()}${replaceReferences(child.text)}`)
    else children.push(replaceReferences(child.text))
    previous = child
  }
  return { name, namespace: namespaceOf(prefix, scope), attributes: resolveAttributes(attributes, scope), children }
}

function isPlainText(node: RawElement | RawText | undefined): boolean {
  return node !== undefined && 'isLiteral' in node && !node.isLiteral
}

/** An attribute's value as XML parsers report it: line breaks and tabs become blanks (XML 1.0 section 3.3.3). */
function normalised(value: string): string {
  return replaceReferences(value.replace(/[\t\r\n]/g, ' '))
}

function scopeOf(attributes: readonly RawAttribute[], outer: Scope): Scope {
  const declarations = attributes.filter(([name]) => isDeclaration(name))
  if (declarations.length === 0) return outer
  const scope = new Map(outer)
  for (const [name, namespace] of declarations) {
    const prefix = name === 'xmlns' ? '' : splitName(name)[1]
    if (prefix === 'xmlns' || (prefix === 'xml') !== (namespace === XML) || namespace === XMLNS) {
      throw malformed('declares a prefix or namespace that is reserved')
    }
    if (prefix !== '' && namespace === '') throw malformed('declares a prefix for no namespace')
    scope.set(prefix, namespace)
  }
  return scope
}

function resolveAttributes(attributes: readonly RawAttribute[], scope: Scope): readonly XmlAttribute[] {
  const resolved: XmlAttribute[] = []
  for (const [qualified, value] of attributes) {
    if (isDeclaration(qualified)) continue
    const [prefix, name] = splitName(qualified)
    const namespace = prefix === '' ? '' : namespaceOf(prefix, scope)
    if (resolved.some((other) => other.name === name && other.namespace === namespace)) {
      throw malformed('has an element with two attributes of one name')
    }
    resolved.push({ name, namespace, value })
  }
  return resolved
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:')
}

function namespaceOf(prefix: string, scope: Scope): string {
  const namespace = scope.get(prefix)
  if (namespace === undefined && prefix !== '') throw malformed(`uses the prefix ${prefix}, which is not declared`)
  return namespace ?? ''
}

function malformed(what: string) {
  return invalid('malformed-xml', `The XML is malformed: it ${what}`)
}
