/** Pieces of texts that have proved hard to read, each of which is repeated as often as there is room. */
const PIECES: Readonly<Record<string, string>> = {
  blanks: ' ',
  tabs: '\t',
  'line feeds': '\n',
  'carriage returns': '\r',
  'blank lines': ' \r\n\t\n',
  'non-breaking blanks': '\u00a0',
  'Ogham blanks': '\u1680',
  'zero-width blanks': '\u200b',
  quotes: '"',
  'quotes in lines': '"\n',
  'doubled quotes': '""a',
  apostrophes: "'",
  'words in quotes': '"a" ',
  commas: ',',
  semicolons: ';',
  'a,': 'a,',
  'pairs of a form': 'a=&',
  'escapes of a URL': '%20',
  percents: '%',
  'less-than signs': '<',
  'greater-than signs': '>',
  'quoted lines': '>\n',
  'quoted blank lines': '> \n\n',
  tags: '<a>',
  'tags without an end': '<a ',
  'end tags': '</a>',
  comments: '<!--',
  references: '&amp;',
  '&': '&',
  brackets: '[',
  braces: '{',
  placeholders: '{1}',
  'opening parentheses': '(',
  'objects of JSON': '{"a":',
  digits: '1',
  'digits and blanks': '1 ',
  'plus signs': '+',
  hyphens: '-',
  'hyphens and blanks': '- ',
  dots: '.',
  slashes: '/',
  backslashes: '\\',
  'escaped quotes': '\\"',
  underscores: '_',
  asterisks: '*',
  colons: ':',
  letters: 'a',
  words: 'a ',
  'letters in lines': 'a\n',
  'mixed case': 'aA1',
  'equals signs': '=',
  'at signs': '@',
  'mail addresses': '<a@',
  'mail addresses in lines': 'a@b:\n',
  schemes: 'a-://',
  'host names': 'www.',
  tokens: 'a;q=',
  'combining marks': '\u0301',
  'marked letters': 'e\u0301',
  'halves of pairs': '\ud800',
  emoji: '\u{1f600}',
  'wide letters': '\uff21',
  'characters without a small form': '\u0130',
  ligatures: '\ufdfa',
  'null characters': '\0',
}

/** A text that costs a reader with a quadratic pattern or loop a lot of time. @stability stable */
export interface WorstText {
  /** What it consists of. */
  readonly name: string
  readonly text: string
}

/**
 * Texts of at most `size` units that should cost no more time than any other of that length: for tests of a bound.
 *
 * @param size in the units of `measure`
 * @param measure the length of a piece in the form in which it is sent. Default: UTF-16 code units.
 * @stability stable
 */
export function worstTexts(size: number, measure = (text: string) => text.length): readonly WorstText[] {
  return Object.entries(PIECES).map(([name, piece]) => {
    const room = Math.max(0, size - measure(END))
    return { name, text: piece.repeat(Math.floor(room / Math.max(1, measure(piece)))) + END }
  })
}

/** Other than all pieces, so that what reads many of them alike fails at the end and begins again. */
const END = '~'
