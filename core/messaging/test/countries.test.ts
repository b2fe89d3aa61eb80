import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callingCodeOf, countryOfNumber } from '../src/index.ts'

describe('the calling code of a country', () => {
  const rows = [
    { country: 'ZA', expected: { callingCode: '27', isShared: false } },
    { country: 'DE', expected: { callingCode: '49', isShared: false } },
    { country: 'GB', expected: { callingCode: '44', isShared: true } },
    { country: 'US', expected: { callingCode: '1', isShared: true } },
    { country: 'JM', expected: { callingCode: '1', isShared: true } },
    { country: 'XX', expected: undefined },
    { country: 'za', expected: undefined },
  ]
  for (const { country, expected } of rows) it(country, () => assert.deepEqual(callingCodeOf(country), expected))
})

describe('the country of a number', () => {
  const rows = [
    { name: 'of a calling code of its own', digits: '27831234567', expected: 'ZA' },
    { name: 'not assigned, of a calling code of its own', digits: '27999999999', expected: 'ZA' },
    { name: 'of the United States', digits: '12025550143', expected: 'US' },
    { name: 'of Jamaica, which shares a calling code', digits: '18762345678', expected: 'JM' },
    { name: 'of Jersey', digits: '447797712345', expected: 'JE' },
    { name: 'of Kazakhstan', digits: '77012345678', expected: 'KZ' },
    { name: 'not assigned, of a shared calling code: the main country', digits: '10000000000', expected: 'US' },
    { name: 'of no country', digits: '870773111632', expected: undefined },
    { name: 'that does not exist', digits: '999', expected: undefined },
  ]
  for (const { name, digits, expected } of rows) it(name, () => assert.equal(countryOfNumber(digits), expected))
})
