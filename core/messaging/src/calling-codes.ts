/** Codes of one and two digits; all others have three (ITU-T E.164, list of codes). */
const SHORT_CODES = [
  1, 7, 20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
  62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
].join('|')

/** No number in international form is shorter; what is shorter is a short code of one network. */
const SHORTEST = 7

/**
 * Matches the calling code of E.164 digits, and no short code. For JavaScript, which takes the first alternative that
 * fits, and Postgres, which takes the longest: only one of them ever fits.
 */
export const CALLING_CODE_PATTERN = `^(?=[0-9]{${SHORTEST}})(?:${SHORT_CODES}|(?!${SHORT_CODES})[0-9]{3})`

// regex-bound: numbers have few digits, and no part of it repeats.
const CALLING_CODE = new RegExp(CALLING_CODE_PATTERN)

/** The calling code that E.164 digits begin with; empty for a short code. Takes no look at what is assigned. */
export function callingCodeOfDigits(digits: string): string {
  return CALLING_CODE.exec(digits)?.[0] ?? ''
}
