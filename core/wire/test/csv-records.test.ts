import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type CsvRecord, csvRecords, defuseFormula, formatCsv, parseCsv, restoreFormula } from '../src/index.ts'
import { collect } from './collect.ts'

async function* chunksOf(octets: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size)
}

async function read(text: string | Uint8Array, size = 7): Promise<readonly CsvRecord[]> {
  return collect(csvRecords(chunksOf(Buffer.from(text), size)))
}

const LONG = `"${'x'.repeat(70_000)}"`

/** A text, and its records: line and fields, null where a record cannot be read. */
const ROWS: readonly (readonly [
  name: string,
  text: string | Uint8Array,
  records: readonly (readonly [number, ...unknown[]])[],
])[] = [
  ['nothing', '', []],
  ['empty lines', '\n\r\n\r', []],
  [
    'every end of line',
    'a,b\r\nc,d\ne,f\rg,h',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
      [3, 'e', 'f'],
      [4, 'g', 'h'],
    ],
  ],
  [
    'lines within quotes count',
    'a\n"b\r\nc\nd"\ne',
    [
      [1, 'a'],
      [2, 'b\r\nc\nd'],
      [5, 'e'],
    ],
  ],
  [
    'a byte order mark',
    '\ufeffa,b\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  ['a byte order mark before a quote', '\ufeff"a"', [[1, 'a']]],
  [
    'semicolons',
    'a;"b;c";d,e\n1;2;3',
    [
      [1, 'a', 'b;c', 'd,e'],
      [2, '1', '2', '3'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1,5\t2',
    [
      [1, 'a', 'b'],
      [2, '1,5', '2'],
    ],
  ],
  ['a delimiter only within quotes', '"a;b;c",d', [[1, 'a;b;c', 'd']]],
  ['UTF-8', 'naïve,😀', [[1, 'naïve', '😀']]],
  [
    'windows-1252 beside UTF-8',
    Buffer.concat([Buffer.from('é\n'), Buffer.from([0xe9, 0x2c, 0x80])]),
    [
      [1, 'é'],
      [2, 'é', '€'],
    ],
  ],
  [
    'a quote behind a field',
    'a\nb"c\nd',
    [
      [1, 'a'],
      [2, null],
      [3, 'd'],
    ],
  ],
  [
    'text behind a quote',
    '"a"b\nc',
    [
      [1, null],
      [2, 'c'],
    ],
  ],
  [
    'a quote that never ends spoils its line only',
    'a\n"b\nc\nd',
    [
      [1, 'a'],
      [2, null],
      [3, 'c'],
      [4, 'd'],
    ],
  ],
  [
    'a quote that never ends, then lines with quotes',
    'a\n"b\n"c"\n"d"',
    [
      [1, 'a'],
      [2, null],
      [3, 'c'],
      [4, 'd'],
    ],
  ],
  [
    'a field that is too long',
    `a\r\n${LONG}\r\nb`,
    [
      [1, 'a'],
      [2, null],
      [3, 'b'],
    ],
  ],
  [
    'a first line that is too long',
    `${LONG}\nb`,
    [
      [1, null],
      [2, 'b'],
    ],
  ],
  [
    'too many fields',
    `a\n${','.repeat(1_000)}\nb`,
    [
      [1, 'a'],
      [2, null],
      [3, 'b'],
    ],
  ],
  [
    'the last line cannot be read',
    'a\nb"',
    [
      [1, 'a'],
      [2, null],
    ],
  ],
]

for (const [name, text, expected] of ROWS)
  test(`csvRecords: ${name}`, async () => {
    const records = expected.map(([line, ...fields]) => ({ line, fields: fields[0] === null ? undefined : fields }))
    for (const size of [1, 7, 65_536])
      if (size > 1 || text.length < 1_000) assert.deepEqual(await read(text, size), records)
  })

for (const mark of [
  [0xff, 0xfe],
  [0xfe, 0xff],
])
  test('csvRecords: UTF-16 is refused', async () => {
    await assert.rejects(read(Buffer.from([...mark, 0x61, 0])), { category: 'invalid', code: 'unknown-encoding' })
  })

test('csvRecords: reads what parseCsv reads, in whatever pieces it comes', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', 'é', '😀'), maxLength: 40 })
  const property = fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (given, size) => {
    const records = await read(given, size)
    assert.deepEqual(records, await read(given, 1_000))
    const whole = await Promise.resolve()
      .then(() => parseCsv(given))
      .catch(() => undefined)
    if (whole !== undefined)
      assert.deepEqual(
        records.map(({ fields }) => fields),
        whole,
      )
  })
  await fc.assert(property, { seed: 8, numRuns: 1_000 })
})

test('csvRecords: of 512 MB within a quote little is held', async () => {
  const before = process.memoryUsage().heapUsed
  let most = 0
  async function* source() {
    yield Buffer.from('a\n"')
    const piece = Buffer.alloc(65_536, 'x')
    for (let count = 0; count < 8_000; count += 1) {
      most = Math.max(most, process.memoryUsage().heapUsed)
      yield piece
    }
    yield Buffer.from('\nb')
  }
  const records = await collect(csvRecords(source()))
  assert.deepEqual(
    records.map(({ line, fields }) => [line, fields]),
    [
      [1, ['a']],
      [2, undefined],
      [3, ['b']],
    ],
  )
  assert.ok(most - before < 200_000_000, `${most - before} octets`)
})

describe('formulas', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['=1+1', "'=1+1"],
    ['+27 82 HYPERLINK', "'+27 82 HYPERLINK"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['-5', '-5'],
    ['+27821234567', '+27821234567'],
    ['-0.25', '-0.25'],
    ['a=b', 'a=b'],
    ["'tis", "'tis"],
    ['', ''],
  ]
  for (const [field, defused] of rows)
    test(JSON.stringify(field), () => {
      assert.equal(defuseFormula(field), defused)
      assert.equal(restoreFormula(defused), field)
    })

  test('every field comes back', () => {
    const field = fc.string({ unit: fc.constantFrom("'", '=', '-', '1', 'a') })
    fc.assert(
      fc.property(field, (given) => assert.equal(restoreFormula(defuseFormula(given)), given)),
      { seed: 8, numRuns: 1_000 },
    )
    assert.equal(formatCsv([[defuseFormula('=A1,B1')]]), '"\'=A1,B1"\r\n')
  })
})
