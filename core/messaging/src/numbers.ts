import {
  type CountryCode,
  type E164Number,
  isSupportedCountry,
  PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { COUNTRY_PLANS, longestMobileNumber, MAX_E164_DIGITS } from './numbering-plans.ts'
import { judgeInternational, matchesAt } from './possible-numbers.ts'

/**
 * How an interface writes numbers. `international`: E.164 by contract, with or without `+`. `local`: as people in the
 * country write them, or international.
 */
export type NumberForm = 'international' | 'local'

// Numbers copied from address books, web pages and spreadsheets bring along blanks and hyphens that do not break a
// line, and marks of direction, which nothing shows.
const BLANKS = String.raw` \t\u00a0\u2000-\u200f\u202a-\u202f\u2060\u2066-\u2069\ufeff`
const HYPHENS = String.raw`\-\u2010-\u2014\u2212`
// Blanks, hyphens, dots, brackets and slashes may stand anywhere; a plus only before the first digit.
const SPELLED = new RegExp(String.raw`^[${BLANKS}()[\]]*(?:[+\d${HYPHENS}./][\d${BLANKS}${HYPHENS}.()[\]/]*)?$`)
const PLAIN = /^\+?\d+$/
const SEPARATORS = /[^\d+]+/g
const MAX_SPELLED_LENGTH = 64
// The longest exit code (Australia) and the longest number.
const MAX_DIALLED_DIGITS = 8 + MAX_E164_DIGITS
const MIN_DIGITS_AFTER_DOUBLE_ZERO = 8

// Digits written without `+` up to this count may be a short code.
const MAX_SHORT_CODE_DIGITS = 8
// Up to this count they are one, unless no mobile number of the country is longer.
const MAX_PLAIN_SHORT_CODE_DIGITS = 6

/**
 * Brings a recipient as a client wrote it into E.164 digits without `+`; undefined when it cannot be a number to send
 * to.
 *
 * `raw` may hold digits, one leading `+`, blanks, hyphens, dots, brackets and slashes, those of Unicode and its
 * invisible marks of direction included, and one number only. A number is
 * accepted when its length is possible in its country; it need not be assigned, so test ranges pass. `country` (ISO
 * 3166, upper case) reads national numbers; an unknown one reads none.
 *
 * - `+` and digits: international, nothing else.
 * - `00` and 8 to 15 digits: the same, also where `00` is not the country's exit code; where both readings are possible
 *   the one that is an assigned number wins.
 * - form `international`: international first, then national.
 * - form `local`: a leading 0 means national; otherwise national when assigned, then international, then national.
 *
 * A national prefix after the calling code, as in `+44 (0)20 ...`, is dropped when an assigned number remains or when
 * the number would otherwise be impossible; written without `+`, only when an assigned number remains.
 *
 * Short codes are refused: without `+`, up to 6 digits unless no mobile number of the country is longer, and 7 or 8
 * digits unless that holds or the number is an assigned one.
 */
export function normaliseNumber(raw: string, form: NumberForm, country: string): string | undefined {
  const dialled = removeSeparators(raw)
  if (dialled === undefined) return undefined
  if (dialled.startsWith('+')) return readWithPlus(dialled.slice(1))
  if (dialled.startsWith('00')) return readExitCode(dialled, country)
  if (dialled.startsWith('0')) return accept(parseNational(dialled, country), dialled)
  if (form === 'international' || !canBeNational(dialled, country)) {
    return readInternational(dialled) ?? accept(parseNational(dialled, country), dialled)
  }
  const national = parseNational(dialled, country)
  const assigned = national?.isValid() ? accept(national, dialled) : undefined
  return assigned ?? readInternational(dialled) ?? accept(national, dialled)
}

/** True when numbers can be read by the rules of this country (ISO 3166 code, upper case). */
export function isNumberCountry(country: string): boolean {
  return isSupportedCountry(country)
}

function removeSeparators(raw: string): string | undefined {
  let dialled = raw
  if (!PLAIN.test(raw)) {
    if (raw.length > MAX_SPELLED_LENGTH || !SPELLED.test(raw)) return undefined
    dialled = raw.replace(SEPARATORS, '')
  }
  return dialled.length > MAX_DIALLED_DIGITS ? undefined : dialled
}

function readWithPlus(digits: string): string | undefined {
  const judgement = judgeInternational(digits)
  if (judgement === 'possible') return digits
  return judgement === 'impossible' ? undefined : acceptPossible(parseInternational(digits))
}

function readInternational(digits: string): string | undefined {
  const judgement = judgeInternational(digits)
  if (judgement === 'impossible') return undefined
  if (judgement === 'possible' && digits.length > MAX_SHORT_CODE_DIGITS) return digits
  const number = parseInternational(digits)
  const asWritten = number !== undefined && e164(number) === digits
  return asWritten || number?.isValid() ? accept(number, digits) : undefined
}

function readExitCode(dialled: string, country: string): string | undefined {
  const readings = [digitsAfterDoubleZero(dialled), digitsAfterExitCode(dialled, country)]
    .filter((digits) => digits !== undefined)
    .map(parseInternational)
  const assigned = readings.find((number) => number?.isValid())
  return acceptPossible(assigned ?? readings.find((number) => number?.isPossible()))
}

function digitsAfterDoubleZero(dialled: string): string | undefined {
  const digits = dialled.slice(2)
  return digits.length >= MIN_DIGITS_AFTER_DOUBLE_ZERO && digits.length <= MAX_E164_DIGITS ? digits : undefined
}

function digitsAfterExitCode(dialled: string, country: string): string | undefined {
  const exitCode = COUNTRY_PLANS.get(country)?.exitCode
  return exitCode && matchesAt(exitCode, dialled, 0) ? dialled.slice(exitCode.lastIndex) : undefined
}

/**
 * The library drops digits that look like a national prefix, even where only the number as written is possible or
 * neither is assigned; in these cases the digits stay.
 */
function parseInternational(digits: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`)
  if (number === undefined || e164(number) === digits || number.isValid()) return number
  const asWritten = new PhoneNumber(`+${digits}` as E164Number)
  return asWritten.isPossible() ? asWritten : number
}

function parseNational(dialled: string, country: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(dialled, country as CountryCode)
}

/**
 * False when digits that do not start with 0 are too long for any number of the country, so that only the international
 * reading remains.
 */
function canBeNational(digits: string, country: string): boolean {
  const plan = COUNTRY_PLANS.get(country)
  if (plan === undefined) return false
  return (
    digits.length <= plan.longest || matchesAt(plan.nationalPrefix, digits, 0) || matchesAt(plan.exitCode, digits, 0)
  )
}

function accept(number: PhoneNumber | undefined, dialled: string): string | undefined {
  return number === undefined || isShortCode(number, dialled) ? undefined : acceptPossible(number)
}

function acceptPossible(number: PhoneNumber | undefined): string | undefined {
  if (!number?.isPossible()) return undefined
  const digits = settle(e164(number))
  return digits.length <= MAX_E164_DIGITS ? digits : undefined
}

/**
 * A number must be read as itself the next time, but the national reading can leave something at the beginning that the
 * international one drops.
 */
function settle(digits: string): string {
  const number = judgeInternational(digits) === 'unclear' ? parseInternational(digits) : undefined
  return number?.isPossible() ? e164(number) : digits
}

function isShortCode(number: PhoneNumber, dialled: string): boolean {
  if (dialled.length > MAX_SHORT_CODE_DIGITS) return false
  if (number.nationalNumber.length >= longestMobileNumber(number.country ?? number.countryCallingCode)) return false
  return dialled.length <= MAX_PLAIN_SHORT_CODE_DIGITS || !number.isValid()
}

function e164(number: PhoneNumber): string {
  return number.number.slice(1)
}
