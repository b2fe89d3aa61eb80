import { convert } from 'html-to-text'

/** Longer HTML is not a text for an SMS. */
const MAX_LENGTH = 300_000
/** Elements open at once. The parser's work grows with the square of their number. */
const MAX_DEPTH = 2_000

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/**
 * Returns what a reader sees of HTML, line by line: quotations begin with `> `, list items with `- `, and links are
 * followed by their address unless they show it; pictures, styles and scripts are left out. Empty for HTML that is too
 * long or nested too deep.
 */
export function htmlText(html: string): string {
  if (html.length > MAX_LENGTH || isDeep(html)) return ''
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

/** Counts open tags, rather too many than too few: tags that are never closed count as well. */
function isDeep(html: string): boolean {
  let depth = 0
  for (const [, slash] of html.matchAll(/<(\/?)(?!br|img|hr|meta|link|input|p\b|li\b|t[dhr]\b)[a-z]/gi)) {
    depth += slash === '' ? 1 : -1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
