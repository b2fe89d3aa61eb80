import { invalid } from '../invalid.ts'
import type { RawText } from './check-xml.ts'
import type { XmlAttribute, XmlElement } from './element.ts'
import { splitName } from './names.ts'
import { replaceReferences } from './references.ts'
import { ATTRIBUTE_PREFIX, ATTRIBUTES, TEXT } from './tree-keys.ts'

/** A node of the library's tree: an element's children under its name and its attributes under `:@`, or a text. */
export type Tree = Readonly<Record<string, unknown>>

/** Namespaces by prefix; the empty prefix is for names without one. */
type Scope = ReadonlyMap<string, string>

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

const OUTERMOST: Scope = new Map([['xml', XML]])

type RawAttribute = readonly [name: string, value: string]

/**
 * Resolves the names and replaces the references in an element of the library's tree, in which texts stand by their
 * numbers. Recursion is as deep as the document, whose depth is limited. Throws `invalid`/`malformed-xml`.
 */
export function resolveElement(tree: Tree, texts: readonly RawText[], outer: Scope = OUTERMOST): XmlElement {
  const qualified = Object.keys(tree).find((key) => key !== ATTRIBUTES) as string
  const attributes = rawAttributes(tree[ATTRIBUTES] as Readonly<Record<string, string>> | undefined)
  const scope = scopeOf(attributes, outer)
  const [prefix, name] = splitName(qualified)
  const children: (XmlElement | string)[] = []
  for (const child of tree[qualified] as readonly Tree[]) {
    if (TEXT in child) children.push(...textsOf(child[TEXT] as string, texts))
    else children.push(resolveElement(child, texts, scope))
  }
  return { name, namespace: namespaceOf(prefix, scope), attributes: resolveAttributes(attributes, scope), children }
}

/** The texts behind a run of numbers; the parts of a text around a comment are one. */
function textsOf(numbers: string, texts: readonly RawText[]): readonly string[] {
  const found: string[] = []
  let wasPlain = false
  for (const number of numbers.trimEnd().split(' ')) {
    const { text, isLiteral } = texts[Number(number)] as RawText
    const value = isLiteral ? text : replaceReferences(text)
    if (wasPlain && !isLiteral) found.push(`${found.pop()}${value}`)
    else found.push(value)
    wasPlain = !isLiteral
  }
  return found
}

/**
 * Attributes with normalised values, as XML parsers report them: line breaks and tabs become blanks (XML 1.0 section
 * 3.3.3), references are replaced.
 */
function rawAttributes(attributes: Readonly<Record<string, string>> = {}): readonly RawAttribute[] {
  return Object.entries(attributes).map(([key, value]) => [
    key.slice(ATTRIBUTE_PREFIX.length),
    replaceReferences(value.replace(/[\t\r\n]/g, ' ')),
  ])
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
