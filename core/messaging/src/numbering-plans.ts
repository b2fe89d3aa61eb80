import { type CountryCode, Metadata } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

/** E.164 allows 15 digits, calling code included (ITU-T E.164, 6.1). */
export const MAX_E164_DIGITS = 15

/** What is needed to judge numbers of one calling code without a full parse. */
export interface CallingCodePlan {
  readonly callingCode: string
  /** Bit n is set when national numbers of n digits are possible in every country that shares the calling code. */
  readonly possibleEverywhere: number
  /** Bit n is set when they are possible in at least one of them. */
  readonly possibleSomewhere: number
  /** What a caller inside the country dials before or within a number; undefined when there is nothing. Sticky. */
  readonly nationalPrefix: RegExp | undefined
}

/** What is needed to judge whether digits can be a number dialled inside a country. */
export interface CountryPlan {
  /** Digits of the longest national number among all countries that share the calling code. */
  readonly longest: number
  readonly nationalPrefix: RegExp | undefined
  /** What a caller inside the country dials before a foreign number. Sticky. */
  readonly exitCode: RegExp
}

// The library's documentation describes these methods, but its typings lack them.
interface NumberingPlan {
  callingCode(): string
  possibleLengths(): number[]
  IDDPrefix(): string
  nationalPrefixForParsing(): string | undefined
  type(type: 'MOBILE'): { possibleLengths(): number[] } | undefined
}

/** By calling code as a number; holes where there is none. */
export const CALLING_CODE_PLANS: readonly (CallingCodePlan | undefined)[] = buildCallingCodePlans()

/** By ISO 3166 country code. */
export const COUNTRY_PLANS: ReadonlyMap<string, CountryPlan> = buildCountryPlans()

/**
 * Digits of the longest mobile number of a country or of a non-geographic calling code, 0 when it has no mobile
 * numbers.
 */
export function longestMobileNumber(countryOrCallingCode: string): number {
  const lengths = selectPlan(countryOrCallingCode).type('MOBILE')?.possibleLengths() ?? []
  return Math.max(0, ...lengths)
}

function buildCallingCodePlans(): (CallingCodePlan | undefined)[] {
  const plans = new Array<CallingCodePlan | undefined>(1000).fill(undefined)
  for (const [callingCode, countries] of Object.entries(metadata.country_calling_codes)) {
    plans[Number(callingCode)] = callingCodePlan(callingCode, countries)
  }
  for (const callingCode of Object.keys(metadata.nonGeographic)) {
    plans[Number(callingCode)] = callingCodePlan(callingCode, [callingCode])
  }
  return plans
}

function callingCodePlan(callingCode: string, members: readonly string[]): CallingCodePlan {
  const limit = MAX_E164_DIGITS - callingCode.length
  const masks = members.map((member) => lengthMask(selectPlan(member).possibleLengths(), limit))
  return {
    callingCode,
    possibleEverywhere: masks.reduce((all, mask) => all & mask),
    possibleSomewhere: masks.reduce((all, mask) => all | mask),
    // The library reads a number after its calling code by the rules of the first country that has the code.
    nationalPrefix: nationalPrefix(selectPlan(callingCode)),
  }
}

function buildCountryPlans(): Map<string, CountryPlan> {
  const plans = new Map<string, CountryPlan>()
  for (const countries of Object.values(metadata.country_calling_codes)) {
    const longest = Math.max(...countries.flatMap((country) => selectPlan(country).possibleLengths()))
    for (const country of countries) {
      const plan = selectPlan(country)
      plans.set(country, {
        longest,
        nationalPrefix: nationalPrefix(plan),
        // regex-bound: a pattern of the library for at most a number's digits.
        exitCode: new RegExp(`(?:${plan.IDDPrefix()})`, 'y'),
      })
    }
  }
  return plans
}

function selectPlan(countryOrCallingCode: string): NumberingPlan {
  const selector = new Metadata()
  selector.selectNumberingPlan(countryOrCallingCode as CountryCode)
  return selector.numberingPlan as unknown as NumberingPlan
}

function nationalPrefix(plan: NumberingPlan): RegExp | undefined {
  const pattern = plan.nationalPrefixForParsing()
  // regex-bound: a pattern of the library for at most a number's digits.
  return pattern ? new RegExp(`(?:${pattern})`, 'y') : undefined
}

function lengthMask(lengths: readonly number[], limit: number): number {
  return lengths.filter((length) => length <= limit).reduce((mask, length) => mask | (1 << length), 0)
}
