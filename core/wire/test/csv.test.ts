import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatCsv, parseCsv } from '../src/index.ts'
import { assertRefused } from './refusals.ts'

test('formatCsv: quotes what has to be, ends every record with CRLF', () => {
  const records = [
    ['id', 'message'],
    [7, 'a,b'],
    [8, 'say "hi"'],
    [9, 'two\r\nlines'],
    [10, ' blanks stay '],
    [11, '=SUM(A1)'],
    [12, ''],
  ]
  const text = [
    'id,message',
    '7,"a,b"',
    '8,"say ""hi"""',
    '9,"two\r\nlines"',
    '10, blanks stay ',
    '11,=SUM(A1)',
    '12,',
    '',
  ].join('\r\n')
  assert.equal(formatCsv(records), text)
})

test('formatCsv: no records', () => assert.equal(formatCsv([]), ''))

const READ: readonly (readonly [text: string, records: readonly (readonly string[])[]])[] = [
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\rb\r', [['a'], ['b']]],
  ['\ufeffa,b', [['a', 'b']]],
  ['"a,b","c""d","e\r\nf"', [['a,b', 'c"d', 'e\r\nf']]],
  [
    'a,\n,b\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a,', [['a', '']]],
  [',', [['', '']]],
  ['""', [['']]],
  ['\n\r\na\n\n', [['a']]],
  [' a , b ', [[' a ', ' b ']]],
  ['', []],
]

for (const [text, records] of READ) {
  test(`parseCsv: ${JSON.stringify(text)}`, () => assert.deepEqual(parseCsv(text), records))
}

for (const text of ['"a', '"a"b', 'a"b', 'a,"', 'ok\n"""']) {
  test(`parseCsv: ${JSON.stringify(text)} is malformed`, () => assertRefused(() => parseCsv(text), 'malformed-csv'))
}

test('parseCsv: says which record is malformed', () => {
  assert.throws(() => parseCsv('a\nb\n"c'), /Record 3/)
})

test('parseCsv: limits', () => {
  assert.equal(parseCsv('a\nb\n', { records: 2 }).length, 2)
  assertRefused(() => parseCsv('a\nb\nc', { records: 2 }), 'csv-too-large')
  assertRefused(() => parseCsv('a,b,c', { fields: 2 }), 'csv-too-large')
  assertRefused(() => parseCsv(','.repeat(101)), 'csv-too-large')
})

test('parseCsv: a field of 4 MiB and a quote that never ends', () => {
  const field = 'x""'.repeat(1_400_000)
  assert.equal(parseCsv(`"${field}"`)[0]?.[0]?.length, 2_800_000)
  assertRefused(() => parseCsv(`"${field}`), 'malformed-csv')
})

test('what is written is read back', () => {
  const records = fc.array(
    fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', 'é') }), { minLength: 1, maxLength: 4 }),
  )
  const property = fc.property(records, (written) => {
    // A record of one empty field is an empty line.
    const kept = written.filter((fields) => fields.length > 1 || fields[0] !== '')
    assert.deepEqual(parseCsv(formatCsv(kept)), kept)
  })
  fc.assert(property, { seed: 6, numRuns: 500 })
})
