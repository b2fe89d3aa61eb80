/**
 * Languages whose letters GSM 03.38 has in tables of their own (3GPP TS 23.038 Annex A), by their ISO 639-1 codes and
 * in the order of their identifiers (section 6.2.1.2.4): Turkish has 1, Urdu 13.
 * @stability experimental
 */
export const NATIONAL_LANGUAGES = [
  'tr',
  'es',
  'pt',
  'bn',
  'gu',
  'hi',
  'kn',
  'ml',
  'or',
  'pa',
  'ta',
  'te',
  'ur',
] as const

/** @stability experimental */
export type NationalLanguage = (typeof NATIONAL_LANGUAGES)[number]

/**
 * `single`: letters of the language take two septets, as `€` does. `locking`: its letters take the places of others, so
 * each takes one. Spanish has no locking table.
 * @stability experimental
 */
export type ShiftTable = 'single' | 'locking'

/**
 * The language that a text is written in, so that it need not travel as UCS-2: its tables are named in a header, which
 * leaves 155 septets of a single SMS with one table and 152 with two. Phones that do not know a table show other
 * letters.
 * @stability experimental
 */
export interface TextLanguage {
  /** One or more; of several, that with which the text needs the fewest parts. */
  readonly languages: readonly NationalLanguage[]
  /** The tables that may be used. Default: both, whichever of them the text needs. */
  readonly tables?: readonly ShiftTable[] | undefined
}
