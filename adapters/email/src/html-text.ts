import { convert } from 'html-to-text'

/** Longer HTML is no text for an SMS, even with all that it quotes. */
export const MAX_LENGTH = 100_000
/** Tags and references together. The parser takes some microseconds for each. */
const MAX_MARKUP = 6_000
/** Elements open at once, apart from those of lists and tables. The converter calls itself for each. */
const MAX_DEPTH = 250

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/**
 * Returns what a reader sees of HTML, line by line: quotations begin with `> `, list items with `- `, and links are
 * followed by their address unless they show it; pictures, styles and scripts are left out. Empty for HTML that is too
 * long, has too many tags or nests them too deep.
 */
export function htmlText(html: string): string {
  if (html.length > MAX_LENGTH || isCrowded(html) || isDeep(html)) return ''
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'img', format: 'skip' },
      { selector: 'ul', options: { ...ONE_LINE, itemPrefix: '- ' } },
      { selector: 'p', options: ONE_LINE },
      ...HEADINGS.map((selector) => ({ selector, options: { ...ONE_LINE, uppercase: false } })),
      { selector: 'tr', format: 'block', options: ONE_LINE },
      { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
      { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
    ],
  })
}

function isCrowded(html: string): boolean {
  let markup = 0
  for (const _ of html.matchAll(/[<&]/g)) {
    markup += 1
    if (markup > MAX_MARKUP) return true
  }
  return false
}

/** Counts open tags, rather too many than too few: tags that are never closed count as well. */
function isDeep(html: string): boolean {
  let depth = 0
  for (const [, slash] of html.matchAll(/<(\/?)(?!br|img|hr|meta|link|input|p\b|li\b|t[dhr]\b)[a-z]/gi)) {
    depth += slash === '' ? 1 : -1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
