import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isNumberCountry, type NumberForm, normaliseNumber } from '../src/index.ts'
import './fixed-seed.ts'

type Row = readonly [raw: string, country: string, digits: string | undefined]

function check(form: NumberForm, rows: readonly Row[]): void {
  for (const [raw, country, digits] of rows) {
    const outcome = digits === undefined ? 'refuses' : `reads ${digits} from`
    it(`${outcome} ${JSON.stringify(raw)} in ${country}`, () =>
      assert.equal(normaliseNumber(raw, form, country), digits))
  }
}

describe('the same subscriber in every spelling', () => {
  const spellings: readonly (readonly [digits: string, country: string, spellings: readonly string[]])[] = [
    [
      '61412345678',
      'AU',
      [
        '0412345678',
        '0412 345 678',
        '(04) 1234-5678',
        '+61412345678',
        '+61(0)412345678',
        '+61 412.345.678',
        '61412345678',
      ],
    ],
    ['61412345678', 'AU', ['0011 61 412 345 678', '0061412345678', '0412/345/678', '[04] 12345678', '(+61) 412345678']],
    [
      '27820001234',
      'ZA',
      ['0820001234', '082-000-1234', '+27 82 000 1234', '27820001234', '0027820001234', ' 082\t0001234 '],
    ],
    [
      '14165550123',
      'CA',
      ['4165550123', '(416) 555-0123', '1-416-555-0123', '+14165550123', '14165550123', '011 1 4165550123'],
    ],
    [
      '27820001234',
      'ZA',
      [
        '+27\u00a082\u202f000\u20091234',
        '\u202a+27\u00a082\u2011000\u20111234\u202c',
        '\ufeff082\u2013000\u22121234\u200e',
      ],
    ],
    ['447911123456', 'GB', ['07911 123456', '+44 (0)7911 123456', '447911123456', '00447911123456']],
  ]
  // spec: Contact subscription record | rule | one contact: local form -> "0412345678" in AU is 61412345678
  // spec: Contact subscription record | rule | one contact: international form -> "61412345678" in AU is 61412345678
  // spec: Contact subscription record | rule | one contact: with + -> "+61412345678" in AU is 61412345678
  // spec: Contact subscription record | rule | one contact: with hyphens -> "082-000-1234" in ZA is 27820001234
  // spec: Contact subscription record | rule | one contact: with brackets -> "(04) 1234-5678" in AU is 61412345678
  for (const [digits, country, written] of spellings) {
    for (const raw of written) {
      it(`${JSON.stringify(raw)} in ${country} is ${digits}`, () => {
        assert.equal(normaliseNumber(raw, 'local', country), digits)
        assert.equal(normaliseNumber(raw, 'international', country), digits)
      })
    }
  }
})

describe('international form', () => {
  check('international', [
    // spec: Outgoing message request (v2) | rule | messages[].destinations[].to: E.164 without + -> reads 27820001234 from "27820001234" in GB
    ['27820001234', 'GB', '27820001234'],
    // spec: Outgoing message request (v2) | rule | messages[].destinations[].to: E.164 with a leading + -> reads 27820001234 from "+27820001234" in GB
    ['+27820001234', 'GB', '27820001234'],
    ['41793026727', 'AU', '41793026727'],
    ['0820001234', 'ZA', '27820001234'],
    ['820001234', 'ZA', '27820001234'],
    ['+820001234', 'ZA', '82001234'],
    ['27820001234', 'XX', '27820001234'],
    ['0820001234', 'XX', undefined],
    ['270820001234', 'XX', '27820001234'],
    ['390612345678', 'ZA', '390612345678'],
  ])
})

describe('a national prefix after the calling code', () => {
  check('international', [
    ['+270820001234', 'XX', '27820001234'],
    ['+44 (0)7700 900123', 'XX', '447700900123'],
    ['270820001234', 'XX', '27820001234'],
    ['4407700900123', 'XX', undefined],
    ['27000000901', 'ZA', '27000000901'],
    ['+27000000901', 'XX', '27000000901'],
  ])
})

describe('local form', () => {
  check('local', [
    ['0820001234', 'ZA', '27820001234'],
    ['820001234', 'ZA', '27820001234'],
    ['2125551234', 'US', '12125551234'],
    ['20123456', 'DK', '4520123456'],
    // Foreign digits without a plus: the library alone would prefix the country's own calling code.
    ['41793026727', 'AU', '41793026727'],
    ['27820001234', 'US', '27820001234'],
    ['27820001234', 'XX', '27820001234'],
    ['0820001234', 'XX', undefined],
  ])
})

describe('00 in front', () => {
  check('local', [
    // 00 is not an exit code of Australia, 0011 is.
    ['0061412345678', 'AU', '61412345678'],
    ['0011 64 21 123 456', 'AU', '6421123456'],
    ['0041793026727', 'AU', '41793026727'],
    ['00447700900123', 'AU', '447700900123'],
    ['0027820001234', 'US', '27820001234'],
    ['00 1234567', 'ZA', undefined],
    ['001234567890123456', 'ZA', undefined],
    ['0000000000', 'ZA', undefined],
  ])
})

describe('possible but not assigned numbers', () => {
  for (const form of ['international', 'local'] as const) {
    check(form, [
      ['447700900123', 'ZA', '447700900123'],
      ['447700900123', 'GB', '447700900123'],
      ['27000000000', 'ZA', '27000000000'],
      ['27000000000', 'GB', '27000000000'],
      ['15551234567', 'ZA', '15551234567'],
      ['15551234567', 'US', '15551234567'],
      ['+15551234567', 'ZA', '15551234567'],
    ])
  }
})

describe('impossible numbers', () => {
  for (const form of ['international', 'local'] as const) {
    check(form, [
      ['', 'ZA', undefined],
      ['+', 'ZA', undefined],
      ['0', 'ZA', undefined],
      ['00', 'ZA', undefined],
      ['+0820001234', 'ZA', undefined],
      ['+999123456789', 'ZA', undefined],
      ['999123456789', 'ZA', undefined],
      ['+2782000123456', 'ZA', undefined],
      ['082000123456', 'ZA', undefined],
      ['1234567890123456', 'ZA', undefined],
      ['+6212345678901234', 'ZA', undefined],
      ['9'.repeat(500), 'ZA', undefined],
    ])
  }
})

describe('short codes', () => {
  for (const form of ['international', 'local'] as const) {
    check(form, [
      ['112', 'ZA', undefined],
      ['911', 'US', undefined],
      ['10111', 'ZA', undefined],
      ['32665', 'ZA', undefined],
      ['32665', 'DE', undefined],
      // By the library's pattern a valid South African mobile number, but still a short code.
      ['82123', 'ZA', undefined],
      ['40404', 'US', undefined],
      ['491234', 'US', undefined],
      ['3266512', 'ZA', undefined],
      ['12345678', 'ZA', undefined],
      // Countries whose mobile numbers are that short.
      ['211234', 'FO', '298211234'],
      ['6112345', 'IS', '3546112345'],
      ['12345678', 'DK', '4512345678'],
      ['51234', 'SH', '29051234'],
      // With a plus it is not a short code.
      ['+29051234', 'ZA', '29051234'],
    ])
  }
})

describe('what a number may be written with', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['letters', '0800FLOWERS'],
    ['a number with an extension', '27820001234 ext 5'],
    ['a number with an extension mark', '27820001234x5'],
    ['a URI', 'tel:+27820001234'],
    ['two plus signs', '++27820001234'],
    ['a plus in the middle', '27+820001234'],
    ['a plus at the end', '27820001234+'],
    ['a plus before and within', '+27820001234 +27820001235'],
    ['two numbers with a comma', '27820001234,27820001235'],
    ['two numbers with a semicolon', '27820001234;27820001235'],
    ['two numbers with a slash', '27820001234/27820001235'],
    ['two numbers with a blank', '27820001234 27820001235'],
    ['two national numbers', '0820001234 0820001235'],
    ['a line break', '27820001234\n'],
    ['Arabic digits', '٢٧٨٢٠٠٠١٢٣٤'],
    ['full-width digits', '２７８２０００１２３４'],
    ['two numbers with a no-break space', '27820001234\u00a027820001235'],
    ['two numbers with an en dash', '27820001234–27820001235'],
    ['an asterisk', '*27820001234'],
    ['a hash', '27820001234#'],
    ['only separators', ' -.()/ '],
    ['a name', 'ACME'],
    ['an e-mail address', 'a@example.com'],
    ['a very long spelling', `27820001234${' '.repeat(100)}`],
  ]
  for (const [name, raw] of refused) {
    it(`refuses ${name}`, () => {
      assert.equal(normaliseNumber(raw, 'international', 'ZA'), undefined)
      assert.equal(normaliseNumber(raw, 'local', 'ZA'), undefined)
    })
  }
})

describe('normaliseNumber properties', () => {
  const forms = fc.constantFrom<NumberForm>('international', 'local')
  const countries = fc.constantFrom('ZA', 'US', 'GB', 'AU', 'DE', 'IT', 'BR', 'XX')

  it('gives E.164 digits or nothing, whatever the text', () => {
    const raws = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-() ./'), maxLength: 30 }))
    fc.assert(
      fc.property(raws, forms, countries, (raw, form, country) => {
        const digits = normaliseNumber(raw, form, country)
        return digits === undefined || /^[1-9]\d{4,14}$/.test(digits)
      }),
      { numRuns: 2000 },
    )
  })

  it('reads its own answer with a plus as the same number', () => {
    const raws = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 7, maxLength: 16 })
    fc.assert(
      fc.property(raws, forms, countries, (raw, form, country) => {
        const digits = normaliseNumber(raw, form, country)
        return digits === undefined || normaliseNumber(`+${digits}`, form, 'XX') === digits
      }),
      { numRuns: 5000 },
    )
  })
})

describe('isNumberCountry', () => {
  it('knows countries by their upper-case codes', () => {
    assert.deepEqual(['ZA', 'US', 'XX', 'za', ''].map(isNumberCountry), [true, true, false, false, false])
  })
})
