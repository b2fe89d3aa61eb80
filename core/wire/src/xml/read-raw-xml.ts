import { invalid } from '../invalid.ts'
import { isXmlText } from './characters.ts'
import { assertWithin, type FullXmlLimits } from './limits.ts'
import { QUALIFIED_NAME } from './names.ts'

/** XML 1.0 section 2.3. Other white space, some of which may be in names, separates nothing. */
const BLANK = '[ \\t\\r\\n]'
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*(?:"[\w.-]+"|'[\w.-]+'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/

const OPENING = new RegExp(`<(${QUALIFIED_NAME})`, 'uy')
const ATTRIBUTE = new RegExp(`${BLANK}+(${QUALIFIED_NAME})${BLANK}*=${BLANK}*(?:"([^<"]*)"|'([^<']*)')`, 'uy')
/** Names that code which keeps elements under their names could mistake for its own. */
const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const CDATA = '<![CDATA['
const TAG_END = /[ \t\r\n]*(\/?)>/y
const CLOSING = new RegExp(`</(${QUALIFIED_NAME})${BLANK}*>`, 'uy')

/** An element as it is written: names with prefixes, references not replaced. */
export interface RawElement {
  readonly name: string
  readonly attributes: readonly RawAttribute[]
  readonly children: readonly (RawElement | RawText)[]
}

export type RawAttribute = readonly [name: string, value: string]

export interface RawText {
  readonly text: string
  /** From a CDATA section, in which nothing is a reference. */
  readonly isLiteral: boolean
}

interface OpenElement extends RawElement {
  readonly children: (RawElement | RawText)[]
}

/**
 * Reads documents that are well-formed in their tags, attributes, comments and characters, within the limits and
 * without document type declarations and processing instructions. Takes time in proportion to the text.
 * References are checked where they are replaced, prefixes where they are resolved.
 *
 * Throws `invalid` with the code `unsafe-xml`, `xml-too-large` or `malformed-xml`.
 */
export function readRawXml(text: string, limits: FullXmlLimits): RawElement {
  assertWithin(limits, 'length', text.length)
  if (!isXmlText(text)) throw malformed('has characters that XML cannot carry')
  const open: OpenElement[] = []
  let root: RawElement | undefined
  let markup = 0
  let at = DECLARATION.exec(text)?.[0].length ?? 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const end = next < 0 ? text.length : next
    addText(open, text.slice(at, end))
    if (next < 0) break
    if (text.startsWith('</', next)) {
      markup += 1
      at = checkClosingTag(text, next, open.pop()?.name)
    } else if (text.startsWith('<!', next)) {
      markup += 1
      at = readDeclaration(text, next, open)
    } else if (text.startsWith('<?', next)) {
      throw invalid('unsafe-xml', 'Processing instructions are not allowed in the XML')
    } else {
      if (open.length === 0 && root !== undefined) throw malformed('has more than one element at its top')
      const { element, isEmpty, end: behind } = readOpeningTag(text, next, limits)
      assertWithin(limits, 'depth', open.length + 1)
      markup += 1 + element.attributes.length
      open.at(-1)?.children.push(element)
      root ??= element
      if (!isEmpty) open.push(element)
      at = behind
    }
    assertWithin(limits, 'markup', markup)
  }
  if (open.length > 0) throw malformed(`ends inside <${open.at(-1)?.name}>`)
  if (root === undefined) throw malformed('has no element')
  return root
}

function addText(open: readonly OpenElement[], text: string): void {
  if (text === '') return
  if (text.includes(']]>')) throw malformed('has ]]> in a text')
  const element = open.at(-1)
  if (element !== undefined) element.children.push({ text, isLiteral: false })
  else if (/[^ \t\r\n]/.test(text)) throw malformed('has text outside its element')
}

function checkClosingTag(text: string, at: number, expected: string | undefined): number {
  const match = matchAt(CLOSING, text, at)
  if (match === null || match[1] !== expected) throw malformed('has an end tag in a wrong place')
  return at + match[0].length
}

/** Reads a comment or a CDATA section; everything else that begins with `<!` declares something. */
function readDeclaration(text: string, at: number, open: readonly OpenElement[]): number {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('--', at + 4)
    if (end < 0 || text[end + 2] !== '>') throw malformed('has a comment that does not end')
    return end + 3
  }
  if (!text.startsWith(CDATA, at)) {
    throw invalid('unsafe-xml', 'Document type and entity declarations are not allowed in the XML')
  }
  const end = text.indexOf(']]>', at)
  const element = open.at(-1)
  if (end < 0 || element === undefined) {
    throw malformed('has a CDATA section that does not end or stands outside its element')
  }
  const literal = text.slice(at + CDATA.length, end)
  if (literal !== '') element.children.push({ text: literal, isLiteral: true })
  return end + 3
}

function readOpeningTag(text: string, at: number, limits: FullXmlLimits) {
  const name = matchAt(OPENING, text, at)
  if (name === null) throw malformed('has a < that begins no tag')
  if (UNSAFE_NAMES.has(name[1] as string)) throw invalid('unsafe-xml', 'The XML has a name that is not allowed')
  let end = at + name[0].length
  const names = new Set<string>()
  const attributes: RawAttribute[] = []
  for (let match = matchAt(ATTRIBUTE, text, end); match !== null; match = matchAt(ATTRIBUTE, text, end)) {
    const attribute = match[1] as string
    if (names.has(attribute)) throw malformed('has an element with two attributes of one name')
    names.add(attribute)
    attributes.push([attribute, (match[2] ?? match[3]) as string])
    assertWithin(limits, 'attributes', names.size)
    end += match[0].length
    assertWithin(limits, 'tagLength', end - at)
  }
  const ending = matchAt(TAG_END, text, end)
  if (ending === null) throw malformed('has a tag that is not in order')
  end += ending[0].length
  assertWithin(limits, 'tagLength', end - at)
  const element: OpenElement = { name: name[1] as string, attributes, children: [] }
  return { element, isEmpty: ending[1] === '/', end }
}

function matchAt(shape: RegExp, text: string, at: number): RegExpExecArray | null {
  shape.lastIndex = at
  return shape.exec(text)
}

function malformed(what: string) {
  return invalid('malformed-xml', `The XML is malformed: it ${what}`)
}
