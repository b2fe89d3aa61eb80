import { isGsmText } from './gsm.ts'

/** A character that GSM 03.38 lacks, so that the whole text travels as UCS-2. */
export interface BeyondGsm {
  /** UTF-16 code units: where it begins in the text, and how many it has. */
  readonly at: number
  readonly length: number
  readonly character: string
  /** What says the same in GSM 03.38, possibly an empty text; null where there is no equivalent. */
  readonly replacement: string | null
}

/** Signs that word processors and telephones use instead of plain ones. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...signs("'", '\u2018\u2019\u201a\u201b\u2032\u02b9\u02bc\u02c8\u00b4\u0060\u2039\u203a'),
  ...signs('"', '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb'),
  ...signs('-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\u2043'),
  ...signs(' ', '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t'),
  ...signs('', '\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u200e\u200f'),
  ...signs('.', '\u2024'),
  ...signs('*', '\u2022\u00b7\u2027\u25cf\u25aa'),
  ...signs('/', '\u2044\u2215'),
  ...signs('~', '\u02dc\u223c'),
  ...signs('^', '\u02c6'),
  ...signs('\n', '\u2028\u2029'),
  '\u2026': '...',
  '\u00d7': 'x',
  '\u2116': 'No.',
  '\u2122': '(TM)',
  '\u00ae': '(R)',
  '\u00a9': '(C)',
  '\u00bd': '1/2',
  '\u00bc': '1/4',
  '\u00be': '3/4',
  '\u00b9': '1',
  '\u00b2': '2',
  '\u00b3': '3',
  '\u00ba': 'o',
  '\u0152': 'OE',
  '\u0153': 'oe',
  '\u2192': '->',
  '\u2190': '<-',
  '\u0131': 'i',
  '\u0142': 'l',
  '\u0141': 'L',
}

/** The characters of a text that GSM 03.38 lacks, in order; none for a text that travels as GSM. */
export function findBeyondGsm(text: string): readonly BeyondGsm[] {
  if (isGsmText(text)) return []
  const found: BeyondGsm[] = []
  let at = 0
  for (const character of text) {
    const { length } = character
    if (!isGsmText(character)) found.push({ at, length, character, replacement: gsmReplacement(character) })
    at += length
  }
  return found
}

/** The text with every character replaced that has a replacement. */
export function replaceBeyondGsm(text: string): string {
  return Array.from(text, (character) =>
    isGsmText(character) ? character : (gsmReplacement(character) ?? character),
  ).join('')
}

/**
 * What says the same as a character in GSM 03.38: its replacement in the table, or the letter without its accents;
 * empty for an accent alone, and null where there is none.
 */
export function gsmReplacement(character: string): string | null {
  const known = REPLACEMENTS[character]
  if (known !== undefined) return known
  const bare = character.normalize('NFKD').replace(/\p{M}+/gu, '')
  return isGsmText(bare) ? bare : null
}

function signs(replacement: string, characters: string): Record<string, string> {
  return Object.fromEntries(Array.from(characters, (character) => [character, replacement]))
}
