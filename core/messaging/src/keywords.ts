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
 * Keywords are whole words, whatever their case, accents and inner blanks. A letter joined by a hyphen belongs to the word, so `non-stop` is no hit while
 * `STOP!` and `Opt-out.` are. Of several hits the first by position counts, and the longest at that position.
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

/** True when the first word of the text is JOIN. A text that holds an opt-out keyword as well is an opt-out: look for that first. */
export function isOptIn(text: string): boolean {
  const folded = fold(text)
  const hit = OPT_IN.exec(folded)
  return hit !== null && !LETTER_OR_DIGIT.test(folded.slice(0, hit.index))
}

/** Upper case without accents and compatibility forms; hyphens are `-`, every run of blanks is one space. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\s+/g, ' ')
}

function wholeWords(keywords: readonly string[]): RegExp {
  const longestFirst = [...keywords].sort((a, b) => b.length - a.length)
  return new RegExp(`(?<![\\p{L}\\p{N}_]|\\p{L}-)(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_]|-\\p{L})`, 'u')
}
