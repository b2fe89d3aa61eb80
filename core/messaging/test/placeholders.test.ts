import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ContactValues, GatewayError } from '@heliograph/contracts'
import {
  CONTACT_FIELDS,
  fillPlaceholders,
  fillSubscriptionLinks,
  LONGEST_TEXT,
  readPersonalText,
  readPlaceholders,
  readUploadRow,
  refuseUnknown,
  rowReader,
} from '../src/index.ts'

const COLUMNS = ['Number', 'First Name', 'Balance', 'Prénom', 'balance', 'opt_out_link', '7']
const CELLS = ['0821110001', ' Thandi ', '10', 'Zoë', 'other', 'cell']

const FILLED: readonly (readonly [text: string, filled: string, isMissing?: boolean])[] = [
  ['plain', 'plain'],
  ['{1} {2}', '0821110001 Thandi'],
  ['{first name} {FIRST_NAME} {FirstName}', 'Thandi Thandi Thandi'],
  ['{prenom}', 'Zoë'],
  ['{Balance}', '10'],
  ['{{1}} {{', '{1} {'],
  ['{{{1}}}', '{0821110001}'],
  ['{opt_out_link}|{opt_in_link}', '{opt_out_link}|{opt_in_link}'],
  ['{7}', '', true],
  ['{first name|there}', 'Thandi'],
  ['{7|there} {7|}', 'there '],
  ['{ balance | none }', '10'],
  ['{7| a | b }', 'a | b'],
]

for (const [text, filled, isMissing = false] of FILLED)
  test(`${text} is filled with the cells of a row`, () => {
    const { pieces, unknown } = readPlaceholders(text, COLUMNS)
    assert.deepEqual(unknown, [])
    assert.deepEqual(fillPlaceholders(pieces, CELLS), { text: filled, isMissing })
  })

test('placeholders without a column are reported as they were written', () => {
  assert.deepEqual(readPlaceholders('{0} {8} {nobody} {} {1}', COLUMNS).unknown, ['{0}', '{8}', '{nobody}', '{}'])
})

const CONTACT: ContactValues = {
  mobile: '27821110001',
  name: 'Thandi van der Merwe',
  email: 't@example.com',
  fields: { Town: 'Durban', 'Née le': '1.2.', empty: ' ' },
}

const OF_CONTACTS: readonly (readonly [text: string, filled: string, isMissing?: boolean, contact?: ContactValues])[] =
  [
    ['Hi {first_name}', 'Hi Thandi'],
    ['{FirstName} {last name}, {name}', 'Thandi van der Merwe, Thandi van der Merwe'],
    ['{number} {email}', '+27821110001 t@example.com'],
    ['{town} {Town} {nee le}', 'Durban Durban 1.2.'],
    ['{empty|none} {town|none}', 'none Durban'],
    ['{empty}', '', true],
    ['{street}', '', true],
    ['{street|no street}', 'no street'],
    ['{{town}}', '{town}'],
    ['{opt_out_link}', '{opt_out_link}'],
    ['Hi {first_name|there}', 'Hi there', false, { mobile: '1', name: '', email: '', fields: {} }],
    ['Hi {last_name|there}', 'Hi there', false, { mobile: '1', name: 'Thandi', email: '', fields: {} }],
    ['Hi {first_name}', 'Hi Di', false, { mobile: '1', name: 'Thandi', email: '', fields: { 'First name': 'Di' } }],
  ]

for (const [text, filled, isMissing = false, contact = CONTACT] of OF_CONTACTS)
  test(`${text} is filled with what a contact has: ${filled}`, () => {
    const { pieces, unknown } = readPlaceholders(text, [], ['street', 'town', 'née le', 'empty', ...CONTACT_FIELDS])
    assert.deepEqual(unknown, [])
    assert.deepEqual(fillPlaceholders(pieces, [], contact), { text: filled, isMissing })
  })

test('a column comes before the field of the same name, and a number is never a field', () => {
  const { pieces, unknown } = readPlaceholders('{name} {town} {3}', ['Number', 'Name'], ['name', 'town', '3'])
  assert.deepEqual(
    [pieces, unknown],
    [[{ of: 1, fallback: undefined }, ' ', { of: 'town', fallback: undefined }, ' '], ['{3}']],
  )
})

describe('a text for contacts', () => {
  const asked: string[] = []
  const further = async () => {
    asked.push('asked')
    return ['Town', 'town']
  }

  test('asks for further names only when it uses one', async () => {
    const { isPersonal, unknown } = await readPersonalText('Hi {first_name|there} {opt_out_link}', further)
    assert.deepEqual([isPersonal, unknown, asked], [true, [], []])
    assert.deepEqual([(await readPersonalText('{TOWN}', further)).unknown, asked], [[], ['asked']])
  })

  test('is the same for all without placeholders', async () => {
    const text = await readPersonalText('Hello {{you}} { {opt_out_link}', further)
    assert.equal(text.isPersonal, false)
    assert.deepEqual(text.textFor(undefined), { text: 'Hello {you} { {opt_out_link}', isMissing: false })
  })

  test('is refused with the names that there are', async () => {
    const text = await readPersonalText('Hi {Vorname}, {Vorname} {1}', further)
    assert.throws(
      () => refuseUnknown(text),
      ({ code, details }: GatewayError) => {
        assert.equal(code, 'unknown-placeholder')
        assert.equal(
          details?.text,
          'there is no {Vorname}, {1}. There are {first_name}, {last_name}, {name}, {number}, {email}, {Town}, {town}; write {{ and }} for braces',
        )
        return true
      },
    )
  })
})

test('what a cell holds is no placeholder', () => {
  const { pieces } = readPlaceholders('{1}', ['a', 'b'])
  assert.deepEqual(fillPlaceholders(pieces, ['{2}', 'secret']), { text: '{2}', isMissing: false })
})

/** The largest plan and the largest row: 10,000 and 65,536 characters. */
const PLAN_TEXT = '{2}'.repeat(3_333)
const ROW_CHARACTERS = 65_536

const LARGEST: readonly (readonly [what: string, cells: readonly string[], problem: string | undefined])[] = [
  ['letters', ['0821110001', 'x'.repeat(ROW_CHARACTERS - 10)], 'too-long'],
  ['blanks', ['0821110001', ' '.repeat(ROW_CHARACTERS - 10)], 'empty-text'],
  ['blanks around a letter', ['0821110001', `${' '.repeat(30_000)}x${' '.repeat(30_000)}`], undefined],
  ['placeholders of links', ['0821110001', '{opt_out_link}'.repeat(4_600)], 'too-long'],
  ['one placeholder of a link', ['0821110001', '{opt_out_link}'], 'too-long'],
  ['a number too long', ['0'.repeat(ROW_CHARACTERS - 1), 'x'], 'bad-number'],
]

describe('the largest plan with the largest row takes no more than the longest text that can be sent', () => {
  const owner = {
    clientId: 1,
    bases: { optOutLinkBase: `https://a.example/${'x'.repeat(2_000)}` },
    site: { baseUrl: 'https://sms.example.com', sign: () => 'x' },
  }
  for (const [what, cells, problem] of LARGEST)
    test(what, () => {
      const plan = { hasHeader: false, numberColumn: 0, text: PLAN_TEXT }
      const reader = rowReader(plan, ['', ''], { country: 'ZA', ownerOf: () => owner })
      const read = readUploadRow(reader, cells)
      assert.equal(read.problem, problem)
      assert.ok(read.text.length <= LONGEST_TEXT + 1, `${read.text.length} characters`)
      assert.ok((read.measure?.body.length ?? 0) <= LONGEST_TEXT + 1, `${read.measure?.body.length} characters`)
      const tookMs = shortestCpuMs(() => readUploadRow(reader, cells))
      assert.ok(tookMs <= 50, `${tookMs} ms`)
    })

  test('many links with a long beginning', () => {
    const filled = fillSubscriptionLinks('{opt_out_link}'.repeat(2_700), '27821110001', owner)
    assert.equal(filled.length, LONGEST_TEXT + 1)
  })
})

/**
 * CPU time of the shortest of a few runs, because that of the process includes what other threads of it do at times,
 * such as collecting garbage.
 */
function shortestCpuMs(run: () => unknown): number {
  const took = Array.from({ length: 3 }, () => {
    const begun = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  })
  return Math.min(...took)
}
