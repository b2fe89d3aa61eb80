import type { KeywordMatch } from '@heliograph/contracts'

/** The words that opt a contact out, English and French, in the spelling in which they are reported. */
export const OPT_OUT_KEYWORDS: readonly string[] = [
  'STOP',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPTOUT',
  'OPT-OUT',
  'OPT OUT',
  'REMOVE',
  'STOPALL',
  'UNSUB',
  'ARRET',
  'ARRETER',
]

/** The word that opts a contact in again. */
export const OPT_IN_KEYWORD = 'JOIN'

const LETTER_OR_DIGIT = /[\p{L}\p{N}_]/u
const OPT_OUT = wholeWords(OPT_OUT_KEYWORDS)
const OPT_IN = wholeWords([OPT_IN_KEYWORD])

/**
 * Finds the opt-out keyword of an incoming text, in the spelling of the list; undefined when there is none.
 *
 * Keywords are whole words; case, accents, full-width letters and the kind of blank between words make no difference.
 * Letters, digits, underscores, apostrophes and hyphens between letters belong to the word: `non-stop`, `stop's` and
 * `STOP1` are no hits while `STOP!`, `'stop'` and `Opt-out.` are. A word inside a web or mail address is not a hit. Of
 * several hits the first by position counts, and the longest at that position. The narrower ways to match exclude only
 * other words: punctuation and emoji may surround the keyword.
 */
export function findOptOutKeyword(text: string, match: KeywordMatch): string | undefined {
  const folded = fold(text)
  const hit = OPT_OUT.exec(folded)
  if (hit === null) return undefined
  const [keyword] = hit
  if (match !== 'contains' && LETTER_OR_DIGIT.test(folded.slice(0, hit.index))) return undefined
  if (match === 'exact' && LETTER_OR_DIGIT.test(folded.slice(hit.index + keyword.length))) return undefined
  return keyword
}

/**
 * True when the first word of the text is JOIN. A text that also contains an opt-out keyword is an opt-out: look for
 * that first.
 */
export function isOptIn(text: string): boolean {
  const folded = fold(text)
  const hit = OPT_IN.exec(folded)
  return hit !== null && !LETTER_OR_DIGIT.test(folded.slice(0, hit.index))
}

/**
 * Upper case without accents and compatibility forms; hyphens are `-`, apostrophes `'`, every run of blanks is one
 * space, an address is a letter. The blanks of JavaScript lack NEL and the zero-width space, which some phones insert
 * where a line broke.
 */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[\u00ad\u058a\u1806\u2010\u2011\u2e17]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\s\u0085\u180e\u200b]+/g, ' ')
    .replace(/[^ ,;<>()"]+/g, (piece) => (ADDRESS.test(piece) ? 'X' : piece))
}

/**
 * A scheme, `www.`, an `@` between words, or a domain by its ending. Other words around a full stop are two sentences
 * without a blank between them, and an opt-out must not be missed because of that.
 */
const ADDRESS =
  /:\/\/|^[^\p{L}\p{N}]*WWW\.|[\p{L}\p{N}_]@[\p{L}\p{N}]|[\p{L}\p{N}]\.(?:(?:COM|NET|ORG|INFO|BIZ|MOBI|IO|CO|ME|LY|APP|DEV)(?![\p{L}\p{N}-])|[A-Z]{2,3}\.[A-Z]{2}(?![\p{L}\p{N}-])|[A-Z]{2,}\/)/u

function wholeWords(keywords: readonly string[]): RegExp {
  const longestFirst = [...keywords].sort((a, b) => b.length - a.length)
  // regex-bound: fixed words and characters around them, nothing repeated.
  return new RegExp(`(?<![\\p{L}\\p{N}_]|\\p{L}[-'])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_]|[-']\\p{L})`, 'u')
}
