import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  fillPlaceholders,
  fillSubscriptionLinks,
  LONGEST_TEXT,
  readPlaceholders,
  readUploadRow,
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
