/** Elements whose content is not part of the text of a page. */
const UNSHOWN = /^<(script|style|template|noscript|title)\b/i

/** Elements within a line: removing them joins the words around them. */
const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)\b/i

/**
 * The text of HTML or XML: tags are removed, along with the content of scripts and styles, references are decoded and
 * white space is collapsed. A `<` that does not begin a tag stays. The time it takes is linear in the length, whatever
 * the markup.
 */
export function textOfMarkup(markup: string): string {
  const pieces: string[] = []
  let at = 0
  while (at < markup.length) {
    const open = markup.indexOf('<', at)
    if (open < 0) break
    pieces.push(decodeReferences(markup.slice(at, open)))
    const tag = readTag(markup, open)
    pieces.push(tag.text)
    at = tag.end
  }
  pieces.push(decodeReferences(markup.slice(at)))
  return pieces
    .join('')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** What replaces a tag, and where the text goes on. */
interface Tag {
  readonly text: string
  readonly end: number
}

function readTag(markup: string, open: number): Tag {
  if (markup.startsWith('<!--', open)) return { text: '', end: after(markup, '-->', open + 4) }
  if (markup.startsWith('<![CDATA[', open)) {
    const end = after(markup, ']]>', open + 9)
    return { text: markup.slice(open + 9, end).replace(/\]\]>$/, ''), end }
  }
  const start = markup.slice(open, open + 20)
  if (!/^<[/!?]?[a-z]/i.test(start)) return { text: '<', end: open + 1 }
  const close = markup.indexOf('>', open)
  // Without an end it is not a tag, and nothing after it is one either.
  if (close < 0) return { text: decodeReferences(markup.slice(open)), end: markup.length }
  const unshown = UNSHOWN.exec(start)
  if (unshown !== null) return { text: ' ', end: afterElement(markup, unshown[1] as string, close) }
  return { text: INLINE.test(start) ? '' : ' ', end: close + 1 }
}

function after(markup: string, mark: string, from: number): number {
  const found = markup.indexOf(mark, from)
  return found < 0 ? markup.length : found + mark.length
}

function afterElement(markup: string, name: string, from: number): number {
  // regex-bound: one of five names, nothing repeated.
  const closing = new RegExp(`</${name}\\b`, 'gi')
  closing.lastIndex = from
  const found = closing.exec(markup)
  return found === null ? markup.length : after(markup, '>', found.index)
}

function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return NAMED.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}

/** U+00A0 to U+00FF in order (HTML 4.01, 24.2.1). */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm ' +
  'raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde ' +
  'Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave ' +
  'eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** The named references of XML and those of HTML 4.01 that texts in Western languages use (24.2.1 and 24.4). */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    dagger: '†',
    bull: '•',
    hellip: '…',
    lsaquo: '‹',
    rsaquo: '›',
    euro: '€',
    trade: '™',
  }),
])
