import assert from 'node:assert/strict'
import { test } from 'node:test'
import metadata from 'libphonenumber-js/max/metadata'
import { callingCodeOfDigits, mainCountryOf } from '../src/index.ts'

for (const [digits, code] of [
  ['27821234567', '27'],
  ['12025550123', '1'],
  ['79161234567', '7'],
  ['35812345678', '358'],
  ['447700900123', '44'],
  ['1234567', '1'],
  ['123456', ''],
  ['31234', ''],
  ['', ''],
] as const)
  test(`${digits || 'nothing'} begins with ${code || 'no code'}`, () => assert.equal(callingCodeOfDigits(digits), code))

test('every calling code there is is found', () => {
  const codes = Object.keys(metadata.country_calling_codes)
  assert.deepEqual(
    codes.filter((code) => callingCodeOfDigits(`${code}12345678`) !== code),
    [],
  )
})

test('a code is mainly for one country', () => {
  assert.equal(mainCountryOf('27'), 'ZA')
  assert.equal(mainCountryOf('1'), 'US')
  assert.equal(mainCountryOf('999'), undefined)
})
