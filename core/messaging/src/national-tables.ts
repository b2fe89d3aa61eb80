import { NATIONAL_LANGUAGES, type NationalLanguage } from '@heliograph/contracts'
import { BASIC_CHARACTERS, ESCAPE, EXTENSION_CHARACTERS } from './gsm-alphabet.ts'

/** A table of 128 septets. */
export interface SeptetTable {
  /** By septet; an empty string where there is none. */
  readonly characters: readonly string[]
  /** Septets by UTF-16 code unit. */
  readonly codes: ReadonlyMap<number, number>
}

/** The tables of a language; Spanish has no locking one. */
interface LanguageTables {
  readonly single: SeptetTable
  readonly locking: SeptetTable | undefined
}

/** Characters without an escape before them that all scripts of India share; a dot is a letter of the script. */
const LOCKING_PLACES =
  '··········\n··\r·············\u001b···· !······)(··,·.·0123456789:;···?·································' +
  'abcdefghijklmnopqrstuvwxyz·····'

/** Stands for no character. */
const NONE = '\0'

/** The same after an escape. */
const SINGLE_PLACES =
  '@£$¥¿"¤%&\'\f*+\0-/<=>¡^¡_#*··\u001b············{}·····\\············[~]·|ABCDEFGHIJKLMNOPQRSTUVWXYZ' +
  `${NONE.repeat(10)}€`

const DEFAULT_TABLES = {
  single: toTable(Array.from({ length: 128 }, (_, code) => EXTENSION_CHARACTERS.get(code) ?? '')),
  locking: toTable(BASIC_CHARACTERS),
}

/** 3GPP TS 23.038 V18, A.2 and A.3. Letters of scripts are code points in the order of their places, `-` for none. */
const TABLES: Readonly<Record<NationalLanguage, LanguageTables>> = {
  tr: {
    single: changed(DEFAULT_TABLES.single, '47Ğ 49İ 53Ş 63ç 67ğ 69ı 73ş'),
    locking: changed(DEFAULT_TABLES.locking, '04€ 07ı 0BĞ 0Cğ 1CŞ 1Dş 40İ 60ç'),
  },
  es: {
    single: changed(DEFAULT_TABLES.single, '09ç 41Á 49Í 4FÓ 55Ú 61á 69í 6Fó 75ú'),
    locking: undefined,
  },
  pt: {
    single: changed(
      DEFAULT_TABLES.single,
      '05ê 09ç 0BÔ 0Cô 0EÁ 0Fá 12Φ 13Γ 15Ω 16Π 17Ψ 18Σ 19Θ 1FÊ 41À 49Í 4FÓ 55Ú 5BÃ 5CÕ 61Â 69í 6Fó 75ú 7Bã 7Cõ 7Fâ',
    ),
    locking: changed(
      DEFAULT_TABLES.locking,
      '04ê 06ú 07í 08ó 09ç 0BÔ 0Cô 0EÁ 0Fá 12ª 13Ç 14À 15∞ 16^ 17\\ 18€ 19Ó 1A| 1CÂ 1Dâ 1EÊ 24º 40Í 5BÃ 5CÕ 5DÚ 60~ ' +
        '7Bã 7Cõ 7D`',
    ),
  },
  bn: {
    single: filled(SINGLE_PLACES, '09E6-09EF 09DF-09E3 09F2-09FA'),
    locking: filled(
      LOCKING_PLACES,
      '0981-0983 0985-098C - - 098F-0990 - - 0993-09A8 - 09AA-09B0 - 09B2 - - - 09B6-09B9 09BC-09C4 - - 09C7-09C8 - - ' +
        '09CB-09CE 09D7 09DC-09DD 09F0-09F1',
    ),
  },
  gu: {
    single: filled(SINGLE_PLACES, '0964-0965 0AE6-0AEF'),
    locking: filled(
      LOCKING_PLACES,
      '0A81-0A83 0A85-0A8D - 0A8F-0A91 - 0A93-0AA8 - 0AAA-0AB0 - 0AB2-0AB3 - 0AB5-0AB9 0ABC-0AC5 - 0AC7-0AC9 - ' +
        '0ACB-0ACD 0AD0 0AE0-0AE3 0AF1',
    ),
  },
  hi: {
    single: filled(SINGLE_PLACES, '0964-096F 0951-0954 0958-0963 0970-0971'),
    locking: filled(LOCKING_PLACES, '0901-0903 0905-0939 093C-094D 0950 0972 097B-097C 097E-097F'),
  },
  kn: {
    single: filled(SINGLE_PLACES, '0964-0965 0CE6-0CEF 0CDE 0CF1-0CF2'),
    locking: filled(
      LOCKING_PLACES,
      '- 0C82-0C83 0C85-0C8C - 0C8E-0C90 - 0C92-0CA0 0CAA 0CA2-0CA8 - 0CAA-0CB3 - 0CB5-0CB9 0CBC-0CC4 - 0CC6-0CC8 - ' +
        '0CCA-0CCD 0CD5-0CD6 0CE0-0CE3',
    ),
  },
  ml: {
    single: filled(SINGLE_PLACES, '0964-0965 0D66-0D75 0D7A-0D7F'),
    locking: filled(
      LOCKING_PLACES,
      '- 0D02-0D03 0D05-0D0C - 0D0E-0D10 - 0D12-0D28 - 0D2A-0D39 - 0D3D-0D44 - 0D46-0D48 - 0D4A-0D4D 0D57 0D60-0D63 0D79',
    ),
  },
  or: {
    single: filled(SINGLE_PLACES, '0964-0965 0B66-0B6F 0B5C-0B5D 0B5F 0B70-0B71'),
    locking: filled(
      LOCKING_PLACES,
      '0B01-0B03 0B05-0B0C - - 0B0F-0B10 - - 0B13-0B28 - 0B2A-0B30 - 0B32-0B33 - 0B35-0B39 0B3C-0B44 - - 0B47-0B48 - - ' +
        '0B4B-0B4D 0B56-0B57 0B60-0B63',
    ),
  },
  pa: {
    single: filled(SINGLE_PLACES, '0964-0965 0A66-0A6F 0A59-0A5C 0A5E 0A75'),
    locking: filled(
      LOCKING_PLACES,
      '0A01-0A03 0A05-0A0A - - - - 0A0F-0A10 - - 0A13-0A28 - 0A2A-0A30 - 0A32-0A33 - 0A35-0A36 - 0A38-0A39 0A3C - ' +
        '0A3E-0A42 - - - - 0A47-0A48 - - 0A4B-0A4D 0A51 0A70-0A74',
    ),
  },
  ta: {
    single: filled(SINGLE_PLACES, '0964-0965 0BE6-0BEF 0BF3-0BF8 0BFA'),
    locking: filled(
      LOCKING_PLACES,
      '- 0B82-0B83 0B85-0B8A - - - 0B8E-0B90 - 0B92-0B95 - - - 0B99-0B9A - 0B9C - 0B9E-0B9F - - - 0BA3-0BA4 - - - ' +
        '0BA8-0BAA - - - 0BAE-0BB9 - - 0BBE-0BC2 - - - 0BC6-0BC8 - 0BCA-0BCD 0BD0 0BD7 0BF0-0BF2 0BF9',
    ),
  },
  te: {
    single: filled(SINGLE_PLACES.replace('€', NONE), '- - 0C66-0C6F 0C58-0C59 0C78-0C7F'),
    locking: filled(
      LOCKING_PLACES,
      '0C01-0C03 0C05-0C0C - 0C0E-0C10 - 0C12-0C28 - 0C2A-0C33 - 0C35-0C39 - 0C3D-0C44 - 0C46-0C48 - 0C4A-0C4D ' +
        '0C55-0C56 0C60-0C63',
    ),
  },
  ur: {
    single: filled(
      SINGLE_PLACES,
      '0600-0601 06F0-06F9 060C-0614 061B 061F 0640 0652 0658 066B-066C 0672-0673 06CD 06D4',
    ),
    locking: filled(
      LOCKING_PLACES,
      '0627 0622 0628 067B 0680 067E 06A6 062A 06C2 067F 0679 067D 067A 067C 062B-062C 0681 0684 0683 0685-0687 ' +
        '062D-062F 068C 0688-068A 068F 068D 0630-0631 0691 0693 0699 0632 0696 0698 069A 0633-0639 0641-0642 06A9-06AB ' +
        '06AF 06B3 06B1 0644-0646 06BA-06BC 0648 06C4 06D5 06C1 06BE 0621 06CC 06D0 06D2 064D 0650 064F 0657 0654-0655 ' +
        '0651 0653 0656 0670',
    ),
  },
}

/** The table after an escape; the default one for identifiers of no language. */
export function singleTable(identifier: number): SeptetTable {
  return languageOf(identifier)?.single ?? DEFAULT_TABLES.single
}

/** The table without an escape; the default one for identifiers of no language, and for Spanish. */
export function lockingTable(identifier: number): SeptetTable {
  return languageOf(identifier)?.locking ?? DEFAULT_TABLES.locking
}

/** Whether a language has a locking table. */
export function hasLockingTable(language: NationalLanguage): boolean {
  return TABLES[language].locking !== undefined
}

function languageOf(identifier: number): LanguageTables | undefined {
  const language = NATIONAL_LANGUAGES[identifier - 1]
  return language && TABLES[language]
}

/** A table with some characters changed, each given behind its septet in hexadecimal. */
function changed(table: SeptetTable, list: string): SeptetTable {
  const characters = [...table.characters]
  for (const item of list.split(' ')) characters[Number.parseInt(item.slice(0, 2), 16)] = item.slice(2)
  return toTable(characters)
}

/** Puts letters into places, where they are; ranges of code points in hexadecimal. */
function filled(places: string, list: string): SeptetTable {
  const letters = list.split(' ').flatMap(lettersOf)
  return toTable(Array.from(places, (place) => (place === '·' ? (letters.shift() ?? NONE) : place)))
}

function lettersOf(range: string): readonly string[] {
  if (range === '-') return [NONE]
  const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index))
}

/** Kannada has a letter twice: the last place is the one that other scripts have it in. */
function toTable(given: readonly string[]): SeptetTable {
  const characters = given.map((character, code) => (character === NONE || code === ESCAPE ? '' : character))
  const codes = characters.flatMap((character, code) =>
    character === '' ? [] : [[character.charCodeAt(0), code] as const],
  )
  return { characters, codes: new Map(codes) }
}
