import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

/** The calling code that the numbers of a country begin with. */
export interface CountryCode {
  /** Digits, without `+`. */
  readonly callingCode: string
  /** True when other countries have the same code: only the whole number then shows the country (`countryOfNumber`). */
  readonly isShared: boolean
}

/** The calling code of a country (ISO 3166, upper case); undefined when there is no such country. */
export function callingCodeOf(country: string): CountryCode | undefined {
  if (!isSupportedCountry(country)) return undefined
  const callingCode = getCountryCallingCode(country)
  return { callingCode, isShared: countriesOf(callingCode).length > 1 }
}

/**
 * The country (ISO 3166) of an E.164 number without `+`, undefined when it has none (satellite networks, say). A number
 * that no country of a shared calling code has assigned counts as one of their main country. Takes some microseconds: a
 * hot path should remember the answer.
 */
export function countryOfNumber(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`)
  if (number === undefined) return undefined
  return number.country ?? countriesOf(number.countryCallingCode)[0]
}

/** The country (ISO 3166) that a calling code is mainly for; undefined for one of no country. */
export function mainCountryOf(callingCode: string): string | undefined {
  return countriesOf(callingCode)[0]
}

function countriesOf(callingCode: string): readonly string[] {
  const countries: Readonly<Record<string, readonly string[] | undefined>> = metadata.country_calling_codes
  return countries[callingCode] ?? []
}
