import { escapeXmlAttribute, escapeXmlText } from './characters.ts'
import { isQualifiedName } from './names.ts'

/**
 * An element to be written. Names are written unchanged, with their prefix; they are chosen by the code, never by a
 * client.
 */
export interface XmlDraft {
  readonly name: string
  /** By name, including namespace declarations; undefined ones are left out. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  /** In their order; numbers and booleans as XML Schema writes them. */
  readonly children?: readonly (XmlDraft | string | number | boolean)[] | undefined
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'

/** Makes a draft: `xml('to', { id: 7 }, ['text'])`. */
export function xml(
  name: string,
  attributes: XmlDraft['attributes'] = {},
  children: XmlDraft['children'] = [],
): XmlDraft {
  return { name, attributes, children }
}

/**
 * Writes an element as an XML 1.0 document in UTF-8, without white space of its own. Values are escaped, and characters
 * that XML 1.0 cannot contain become U+FFFD. Throws an `Error` for an invalid name, which is a bug in the code, not a
 * client's fault.
 */
export function formatXml(root: XmlDraft): string {
  return DECLARATION + formatElement(root)
}

function formatElement({ name, attributes = {}, children = [] }: XmlDraft): string {
  const written = Object.entries(attributes).map(([key, value]) => formatAttribute(key, value))
  const content = children.map((child) =>
    typeof child === 'object' ? formatElement(child) : escapeXmlText(String(child)),
  )
  const opening = checkedName(name) + written.join('')
  return children.length === 0 ? `<${opening}/>` : `<${opening}>${content.join('')}</${name}>`
}

function formatAttribute(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : ` ${checkedName(name)}="${escapeXmlAttribute(String(value))}"`
}

function checkedName(name: string): string {
  if (!isQualifiedName(name)) throw new Error(`${JSON.stringify(name)} is not a name that XML allows`)
  return name
}
