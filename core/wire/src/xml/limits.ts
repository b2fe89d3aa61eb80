import { invalid } from '../invalid.ts'

/** The limits of a document; `XML_DEFAULTS` applies to those left out. */
export interface XmlLimits {
  /** Characters (UTF-16 code units) of the whole document. */
  readonly length?: number | undefined
  /** Levels of nested elements; never more than 500, whatever is given. */
  readonly depth?: number | undefined
  /** Tags, attributes, comments and CDATA sections together. */
  readonly markup?: number | undefined
  /** Attributes of one element. */
  readonly attributes?: number | undefined
  /** Characters of one tag with its attributes. */
  readonly tagLength?: number | undefined
  /** Characters of all tags together. */
  readonly tagsLength?: number | undefined
}

/** `XmlLimits` with all defaults filled in. */
export type FullXmlLimits = { readonly [Name in keyof XmlLimits]-?: number }

/** The limits unless an interface sets others: far more than a request to send needs. */
export const XML_DEFAULTS: FullXmlLimits = {
  length: 4 * 1024 * 1024,
  depth: 32,
  markup: 10_000,
  attributes: 50,
  tagLength: 8192,
  tagsLength: 256 * 1024,
}

/** Levels of nested elements that can be read without a stack overflow, whatever an interface sets. */
export const MOST_DEPTH = 500

/** What each limit counts. */
export const XML_COUNTED: Readonly<Record<keyof FullXmlLimits, string>> = {
  length: 'characters',
  depth: 'elements inside each other',
  markup: 'tags, attributes, comments and CDATA sections',
  attributes: 'attributes on one element',
  tagLength: 'characters in one tag',
  tagsLength: 'characters in its tags',
}

export function withDefaults(limits: XmlLimits): FullXmlLimits {
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined)
  const full: FullXmlLimits = { ...XML_DEFAULTS, ...Object.fromEntries(given) }
  return { ...full, depth: Math.min(full.depth, MOST_DEPTH) }
}

/** Throws `invalid`/`xml-too-large` when `count` exceeds the limit. */
export function assertWithin(limits: FullXmlLimits, what: keyof FullXmlLimits, count: number): void {
  if (count > limits[what]) throw invalid('xml-too-large', `The XML has more than ${limits[what]} ${XML_COUNTED[what]}`)
}
