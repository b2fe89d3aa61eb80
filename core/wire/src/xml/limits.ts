import { invalid } from '../invalid.ts'

/** What a document may have at most; `XML_DEFAULTS` for what is left out. */
export interface XmlLimits {
  /** Characters (UTF-16 code units) of the whole. */
  readonly length?: number | undefined
  /** Elements inside each other; never more than 500, whatever is said. */
  readonly depth?: number | undefined
  /** Tags, comments and CDATA sections together. */
  readonly markup?: number | undefined
  /** Attributes of one element. */
  readonly attributes?: number | undefined
  /** Characters of one tag with its attributes. */
  readonly tagLength?: number | undefined
}

/** `XmlLimits` with every default in its place. */
export type FullXmlLimits = { readonly [Name in keyof XmlLimits]-?: number }

/** What holds unless an interface says otherwise: far more than a request to send needs. */
export const XML_DEFAULTS: FullXmlLimits = {
  length: 4 * 1024 * 1024,
  depth: 32,
  markup: 10_000,
  attributes: 50,
  tagLength: 8192,
}

/** Elements inside each other that can be read without running out of stack, whatever an interface says. */
export const MOST_DEPTH = 500

/** What each of them counts. */
export const XML_COUNTED: Readonly<Record<keyof FullXmlLimits, string>> = {
  length: 'characters',
  depth: 'elements inside each other',
  markup: 'tags, comments and CDATA sections',
  attributes: 'attributes on one element',
  tagLength: 'characters in one tag',
}

export function withDefaults(limits: XmlLimits): FullXmlLimits {
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined)
  const full: FullXmlLimits = { ...XML_DEFAULTS, ...Object.fromEntries(given) }
  return { ...full, depth: Math.min(full.depth, MOST_DEPTH) }
}

/** Throws `invalid`/`xml-too-large` when there is more of something than the limits allow. */
export function assertWithin(limits: FullXmlLimits, what: keyof FullXmlLimits, count: number): void {
  if (count > limits[what]) throw invalid('xml-too-large', `The XML has more than ${limits[what]} ${XML_COUNTED[what]}`)
}
