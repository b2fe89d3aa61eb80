import { invalid } from '../invalid.ts'
import type { XmlAttribute, XmlElement } from './element.ts'
import { splitName } from './names.ts'
import type { RawAttribute, RawElement } from './raw-tree.ts'

/** Namespaces by prefix; the empty prefix is for names without one. */
type Scope = ReadonlyMap<string, string>

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

const OUTERMOST: Scope = new Map([['xml', XML]])

/**
 * An element with its names, and those of what is inside, resolved. Recursion is as deep as the document, which has been limited. Throws `invalid`/`malformed-xml`.
 */
export function resolveElement(element: RawElement, outer: Scope = OUTERMOST): XmlElement {
  const { attributes, children } = element
  const scope = scopeOf(attributes, outer)
  const [prefix, name] = splitName(element.name)
  return {
    name,
    namespace: namespaceOf(prefix, scope),
    attributes: resolveAttributes(attributes, scope),
    children: children.map((child) => (typeof child === 'string' ? child : resolveElement(child, scope))),
  }
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
