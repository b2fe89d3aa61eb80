import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CountryCode,
  type E164Number,
  getCountries,
  PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { normaliseNumber } from '../src/index.ts'
import { judgeInternational } from '../src/possible-numbers.ts'

const CALLING_CODES = [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)]
const MAX_DIGITS = 15

/** The E.164 digits that the library makes from digits with a plus; undefined when it finds them impossible. */
function readByLibrary(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`)
  return number?.isPossible() && number.number.length <= MAX_DIGITS + 1 ? number.number.slice(1) : undefined
}

/** Same digits on every run: a linear congruential generator. */
function createDigits(seed: number): (length: number) => string {
  let state = seed
  return (length) => {
    let digits = ''
    while (digits.length < length) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      digits += String(state >>> 7)
        .padStart(8, '0')
        .slice(-6)
    }
    return digits.slice(0, length)
  }
}

describe('judgeInternational against the library', () => {
  it('agrees on over a million numbers of all calling codes, lengths and leading digits', () => {
    const digitsOf = createDigits(1)
    let checks = 0
    let unclear = 0
    for (const callingCode of CALLING_CODES) {
      for (let length = 2; length <= 16; length++) {
        // Three leading digits where most numbers are, two elsewhere.
        const leads = length >= 7 && length <= 11 ? 1000 : 100
        for (let lead = 0; lead < leads; lead++) {
          const start = String(lead).padStart(leads === 1000 ? 3 : 2, '0')
          const digits = callingCode + (start + digitsOf(length)).slice(0, length)
          const judgement = judgeInternational(digits)
          checks++
          if (judgement === 'unclear') unclear++
          else
            assert.equal(readByLibrary(digits), judgement === 'possible' ? digits : undefined, `${digits} ${judgement}`)
        }
      }
    }
    assert.ok(checks > 1_000_000)
    assert.ok(unclear / checks < 0.1, 'the full parse is the exception')
  })

  it('agrees on digits that start with no calling code', () => {
    const digitsOf = createDigits(2)
    for (let start = 0; start < 1000; start++) {
      const digits = String(start).padStart(3, '0') + digitsOf(8)
      const judgement = judgeInternational(digits)
      if (judgement !== 'unclear') assert.equal(readByLibrary(digits), judgement === 'possible' ? digits : undefined)
    }
  })
})

describe('normaliseNumber against the library', () => {
  // The rules of both forms for 9 and more digits without a leading 0, without any short cut.
  function readInternationally(digits: string): string | undefined {
    const stripped = parsePhoneNumberFromString(`+${digits}`)
    if (stripped === undefined || stripped.number === `+${digits}` || stripped.isValid()) return e164(stripped)
    return e164(new PhoneNumber(`+${digits}` as E164Number))
  }

  function readNationally(digits: string, country: CountryCode): string | undefined {
    return e164(parsePhoneNumberFromString(digits, country))
  }

  function readLocally(digits: string, country: CountryCode): string | undefined {
    const national = parsePhoneNumberFromString(digits, country)
    const assigned = national?.isValid() ? e164(national) : undefined
    return assigned ?? readInternationally(digits) ?? e164(national)
  }

  function e164(number: PhoneNumber | undefined): string | undefined {
    return number?.isPossible() && number.number.length <= MAX_DIGITS + 1 ? number.number.slice(1) : undefined
  }

  // A number that was read must be read as itself the next time.
  function settle(digits: string | undefined): string | undefined {
    return digits === undefined ? undefined : (readInternationally(digits) ?? digits)
  }

  it('reads digits by the rules of every country alike in both forms', () => {
    const digitsOf = createDigits(3)
    for (const country of getCountries()) {
      for (let length = 9; length <= 15; length++) {
        for (let round = 0; round < 30; round++) {
          const start = round % 3 === 0 ? (metadata.countries[country]?.[0] ?? '') : String(1 + (round % 9))
          const digits = (start + digitsOf(length)).slice(0, length)
          const label = `${digits} in ${country}`
          assert.equal(
            normaliseNumber(digits, 'local', country),
            settle(readLocally(digits, country)),
            `local ${label}`,
          )
          const international = settle(readInternationally(digits) ?? readNationally(digits, country))
          assert.equal(normaliseNumber(digits, 'international', country), international, `international ${label}`)
        }
      }
    }
  })
})
