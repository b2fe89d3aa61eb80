import { invalid } from '../invalid.ts'
import { isXmlText } from './characters.ts'
import { assertWithin, type FullXmlLimits } from './limits.ts'
import { QUALIFIED_NAME } from './names.ts'

/** XML 1.0 section 2.3. Other white space, some of which may be in names, separates nothing. */
const BLANK = '[ \\t\\r\\n]'
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*(?:"[\w.-]+"|'[\w.-]+'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/

const OPENING = new RegExp(`<(${QUALIFIED_NAME})`, 'uy')
const ATTRIBUTE = new RegExp(`${BLANK}+(${QUALIFIED_NAME})${BLANK}*=${BLANK}*(?:"[^<"]*"|'[^<']*')`, 'uy')
const TAG_END = /[ \t\r\n]*(\/?)>/y
const CLOSING = new RegExp(`</(${QUALIFIED_NAME})${BLANK}*>`, 'uy')
const CDATA = '<![CDATA['

/** A text of a document, as it is written. */
export interface RawText {
  readonly text: string
  /** From a CDATA section, in which nothing is a reference. */
  readonly isLiteral: boolean
}

/** A document that was checked. */
export interface CheckedXml {
  /** Its tags, and in place of each text the number of it in `texts`, followed by a blank. Comments are left out. */
  readonly outline: string
  readonly texts: readonly RawText[]
}

/**
 * Checks a document before the library gets it, because the library accepts much that is not XML and has had
 * vulnerabilities to malicious input. Accepts documents that are well-formed in their tags, attributes, comments and
 * characters, within the limits and without document type declarations and processing instructions. References are
 * checked where they are replaced, prefixes where they are resolved.
 *
 * Texts are set aside: the library looks at each character of them, which took 0.3 s for 4 MiB in one go, and all that
 * it is needed for is the tree.
 *
 * Throws `invalid` with the code `unsafe-xml`, `xml-too-large` or `malformed-xml`.
 */
export function checkXml(text: string, limits: FullXmlLimits): CheckedXml {
  assertWithin(limits, 'length', text.length)
  if (!isXmlText(text)) throw malformed('has characters that XML cannot carry')
  const outline: string[] = []
  const texts: RawText[] = []
  const setAside = (raw: RawText) => {
    if (raw.text !== '') outline.push(`${texts.push(raw) - 1} `)
  }
  const open: string[] = []
  let hasRoot = false
  let markup = 0
  let tagsLength = 0
  let at = DECLARATION.exec(text)?.[0].length ?? 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const end = next < 0 ? text.length : next
    const plain = text.slice(at, end)
    checkText(plain, open.length > 0)
    if (open.length > 0) setAside({ text: plain, isLiteral: false })
    if (next < 0) break
    markup += 1
    if (text.startsWith('</', next)) {
      at = checkClosingTag(text, next, open.pop())
      tagsLength += at - next
      outline.push(text.slice(next, at))
    } else if (text.startsWith('<!', next)) {
      at = endOfDeclaration(text, next, open.length > 0)
      if (text.startsWith(CDATA, next)) setAside({ text: text.slice(next + CDATA.length, at - 3), isLiteral: true })
    } else if (text.startsWith('<?', next)) {
      throw invalid('unsafe-xml', 'Processing instructions are not allowed in the XML')
    } else {
      if (open.length === 0 && hasRoot) throw malformed('has more than one element at its top')
      hasRoot = true
      const tag = checkOpeningTag(text, next, limits)
      assertWithin(limits, 'depth', open.length + 1)
      if (!tag.isEmpty) open.push(tag.name)
      markup += tag.attributes
      at = tag.end
      tagsLength += at - next
      outline.push(text.slice(next, at))
    }
    assertWithin(limits, 'markup', markup)
    assertWithin(limits, 'tagsLength', tagsLength)
  }
  if (open.length > 0) throw malformed(`ends inside <${open.at(-1)}>`)
  if (!hasRoot) throw malformed('has no element')
  return { outline: outline.join(''), texts }
}

function checkText(text: string, isInside: boolean): void {
  if (!isInside && /[^ \t\r\n]/.test(text)) throw malformed('has text outside its element')
  if (text.includes(']]>')) throw malformed('has ]]> in a text')
}

function checkClosingTag(text: string, at: number, expected: string | undefined): number {
  const match = matchAt(CLOSING, text, at)
  if (match === null || match[1] !== expected) throw malformed('has an end tag in a wrong place')
  return at + match[0].length
}

/** Where a comment or a CDATA section ends. Everything else that begins with `<!` declares something. */
function endOfDeclaration(text: string, at: number, isInside: boolean): number {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('--', at + 4)
    if (end < 0 || text[end + 2] !== '>') throw malformed('has a comment that does not end')
    return end + 3
  }
  if (!text.startsWith(CDATA, at)) {
    throw invalid('unsafe-xml', 'Document type and entity declarations are not allowed in the XML')
  }
  const end = text.indexOf(']]>', at)
  if (end < 0 || !isInside) throw malformed('has a CDATA section that does not end or stands outside its element')
  return end + 3
}

function checkOpeningTag(text: string, at: number, limits: FullXmlLimits) {
  const name = matchAt(OPENING, text, at)
  if (name === null) throw malformed('has a < that begins no tag')
  let end = at + name[0].length
  const names = new Set<string>()
  for (let match = matchAt(ATTRIBUTE, text, end); match !== null; match = matchAt(ATTRIBUTE, text, end)) {
    const attribute = match[1] as string
    if (names.has(attribute)) throw malformed('has an element with two attributes of one name')
    names.add(attribute)
    assertWithin(limits, 'attributes', names.size)
    end += match[0].length
    assertWithin(limits, 'tagLength', end - at)
  }
  const ending = matchAt(TAG_END, text, end)
  if (ending === null) throw malformed('has a tag that is not in order')
  end += ending[0].length
  assertWithin(limits, 'tagLength', end - at)
  return { name: name[1] as string, attributes: names.size, isEmpty: ending[1] === '/', end }
}

function matchAt(shape: RegExp, text: string, at: number): RegExpExecArray | null {
  shape.lastIndex = at
  return shape.exec(text)
}

function malformed(what: string) {
  return invalid('malformed-xml', `The XML is malformed: it ${what}`)
}
