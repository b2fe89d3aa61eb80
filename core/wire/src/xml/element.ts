/** An attribute with its namespace resolved; empty when it has none. Attributes without a prefix never have one. */
export interface XmlAttribute {
  readonly name: string
  readonly namespace: string
  readonly value: string
}

/** An element with its namespace resolved. */
export interface XmlElement {
  /** Without a prefix. */
  readonly name: string
  /** Empty when it has none. */
  readonly namespace: string
  /** Without namespace declarations. */
  readonly attributes: readonly XmlAttribute[]
  /** Elements and texts in their order; comments are left out. */
  readonly children: readonly (XmlElement | string)[]
}

/** The child elements, in their order. */
export function elementsIn(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string')
}

/** The first child element with this name, in any namespace when `namespace` is left out. */
export function elementIn(element: XmlElement, name: string, namespace?: string): XmlElement | undefined {
  return elementsIn(element).find(
    (child) => child.name === name && (namespace === undefined || child.namespace === namespace),
  )
}

/** The element's own text, untrimmed; the texts of child elements are not part of it. */
export function textIn(element: XmlElement): string {
  return element.children.filter((child) => typeof child === 'string').join('')
}

/** The value of an attribute; without `namespace`, of an attribute that has none. */
export function attributeOf(element: XmlElement, name: string, namespace = ''): string | undefined {
  return element.attributes.find((each) => each.name === name && each.namespace === namespace)?.value
}
