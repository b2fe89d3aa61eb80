import { invalid } from '../invalid.ts'
import { isXmlText } from './characters.ts'
import { assertWithin, type FullXmlLimits } from './limits.ts'
import { QUALIFIED_NAME } from './names.ts'
import { type RawAttribute, type RawElement, RawTree } from './raw-tree.ts'
import { replaceReferences } from './references.ts'

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*(?:"[\w.-]+"|'[\w.-]+'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/

const OPENING = new RegExp(`<(${QUALIFIED_NAME})`, 'uy')
const ATTRIBUTE = new RegExp(`\\s+(${QUALIFIED_NAME})\\s*=\\s*(?:"([^<"]*)"|'([^<']*)')`, 'uy')
const TAG_END = /\s*(\/?)>/y
const CLOSING = new RegExp(`</(${QUALIFIED_NAME})\\s*>`, 'uy')

/**
 * Reads a document as far as its prefixes: well-formed, within the limits, without document type declarations and processing instructions. It looks at each character
 * a fixed number of times, so that a document costs what its length says; trees of libraries cost ten times as much here, and knew other documents than were meant.
 *
 * Throws `invalid` with the code `unsafe-xml`, `xml-too-large` or `malformed-xml`.
 */
export function readTree(document: string, limits: FullXmlLimits): RawElement {
  assertWithin(limits, 'length', document.length)
  if (!isXmlText(document)) throw malformed('has characters that XML cannot carry')
  const text = document.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const tree = new RawTree()
  let markup = 0
  let at = DECLARATION.exec(text)?.[0].length ?? 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    takeText(text.slice(at, next < 0 ? text.length : next), tree)
    if (next < 0) break
    markup += 1
    assertWithin(limits, 'markup', markup)
    at = takeMarkup(text, next, tree, limits)
  }
  if (tree.depth > 0) throw malformed(`ends inside <${tree.innermost}>`)
  return tree.root ?? noElement()
}

function takeText(text: string, tree: RawTree): void {
  if (text === '') return
  if (text.includes(']]>')) throw malformed('has ]]> in a text')
  if (tree.depth > 0) tree.text(replaceReferences(text))
  else if (/[^ \t\n]/.test(text)) throw malformed('has text outside its element')
}

/** Takes what begins with the `<` at a place; returns where it ends. */
function takeMarkup(text: string, at: number, tree: RawTree, limits: FullXmlLimits): number {
  if (text.startsWith('</', at)) return takeClosingTag(text, at, tree)
  if (text.startsWith('<!--', at)) return endOfComment(text, at)
  if (text.startsWith('<![CDATA[', at)) return takeLiteral(text, at, tree)
  if (text.startsWith('<!', at)) {
    throw invalid('unsafe-xml', 'Document type and entity declarations are not allowed in the XML')
  }
  if (text.startsWith('<?', at)) {
    throw invalid('unsafe-xml', 'Processing instructions are not allowed in the XML')
  }
  return takeOpeningTag(text, at, tree, limits)
}

function takeClosingTag(text: string, at: number, tree: RawTree): number {
  const match = matchAt(CLOSING, text, at)
  if (match === null || match[1] !== tree.innermost) throw malformed('has an end tag in a wrong place')
  tree.end()
  return at + match[0].length
}

function endOfComment(text: string, at: number): number {
  const end = text.indexOf('--', at + 4)
  if (end < 0 || text[end + 2] !== '>') throw malformed('has a comment that does not end')
  return end + 3
}

function takeLiteral(text: string, at: number, tree: RawTree): number {
  const end = text.indexOf(']]>', at)
  if (end < 0 || tree.depth === 0) {
    throw malformed('has a CDATA section that does not end or stands outside its element')
  }
  tree.literal(text.slice(at + '<![CDATA['.length, end))
  return end + 3
}

function takeOpeningTag(text: string, at: number, tree: RawTree, limits: FullXmlLimits): number {
  if (tree.depth === 0 && tree.root !== undefined) throw malformed('has more than one element at its top')
  const name = matchAt(OPENING, text, at)
  if (name === null) throw malformed('has a < that begins no tag')
  let end = at + name[0].length
  const attributes: RawAttribute[] = []
  for (let match = matchAt(ATTRIBUTE, text, end); match !== null; match = matchAt(ATTRIBUTE, text, end)) {
    end += match[0].length
    assertWithin(limits, 'tagLength', end - at)
    addAttribute(attributes, match[1] as string, match[2] ?? match[3] ?? '')
    assertWithin(limits, 'attributes', attributes.length)
  }
  const ending = matchAt(TAG_END, text, end)
  if (ending === null) throw malformed('has a tag that is not in order')
  end += ending[0].length
  assertWithin(limits, 'tagLength', end - at)
  assertWithin(limits, 'depth', tree.depth + 1)
  tree.begin(name[1] as string, attributes)
  if (ending[1] === '/') tree.end()
  return end
}

/** Line breaks and tabs in a value are blanks (XML 1.0 section 3.3.3). */
function addAttribute(attributes: RawAttribute[], name: string, value: string): void {
  if (attributes.some(([other]) => other === name)) throw malformed('has an element with two attributes of one name')
  attributes.push([name, replaceReferences(value.replace(/[\t\n]/g, ' '))])
}

function matchAt(shape: RegExp, text: string, at: number): RegExpExecArray | null {
  shape.lastIndex = at
  return shape.exec(text)
}

function noElement(): never {
  throw malformed('has no element')
}

function malformed(what: string) {
  return invalid('malformed-xml', `The XML is malformed: it ${what}`)
}
