import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longestBlockMs } from '@heliograph/testkit'
import fc from 'fast-check'
import { csvRecords, formatCsv, readCsvPiece } from '../src/index.ts'
import { collect } from './collect.ts'

/** Reads a file in pieces of `pieceOctets` octets, and at most `mostRecords` records at a time. */
async function readPieces(
  file: Buffer,
  pieceOctets: number,
  mostRecords = 1_000,
): Promise<readonly (readonly string[] | null)[]> {
  const records: (readonly string[] | null)[] = []
  let separator = ''
  for (let at = 0; at < file.length; ) {
    const octets = file.subarray(at, at + pieceOctets)
    const piece = await readCsvPiece(octets, { separator, isEnd: at + octets.length === file.length, mostRecords })
    records.push(...piece.records)
    at += piece.octets
    separator = piece.separator
  }
  return records
}

async function readWhole(file: Buffer): Promise<readonly (readonly string[] | null)[]> {
  async function* source() {
    yield file
  }
  return (await collect(csvRecords(source()))).map(({ fields }) => fields ?? null)
}

describe('a file in pieces', () => {
  test('has the records of the whole', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '😀'), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        fc.integer({ min: 140, max: 400 }),
        fc.integer({ min: 1, max: 5 }),
        async (records, pieceOctets, mostRecords) => {
          const file = Buffer.from(`number,name\r\n${formatCsv(records)}`)
          assert.deepEqual(await readPieces(file, pieceOctets, mostRecords), await readWhole(file))
        },
      ),
    )
  })

  test('is read by the rules of whole files', async () => {
    for (const text of [
      '\ufeffa;b\n1;2',
      'a\tb\r1\t2\r\r3\t4',
      'a,b\n"open,1\nc,d\n',
      'a,b\n1,"x"y\n2,3',
      'a,b\n1,2\n"at the end',
      '',
    ])
      assert.deepEqual(await readPieces(Buffer.from(text), 1_000), await readWhole(Buffer.from(text)), text)
  })

  test('a record that is too long is passed over when its line ends in the piece, and refused when it does not', async () => {
    const file = Buffer.from(`a,b\n${'x'.repeat(70_000)}\nc,d\n`)
    assert.deepEqual(await readPieces(file, 100_000), [['a', 'b'], null, ['c', 'd']])
    await assert.rejects(readPieces(file, 69_000), { code: 'line-too-long' })
    await assert.rejects(readPieces(Buffer.from('\ufeffa', 'utf16le'), 10), { code: 'unknown-encoding' })
  })

  test('has the records of the whole, however long its lines are', async () => {
    const lines = [1_000, 64_000, 66_000, 300_000, 10, 140_000, 10, 10, 65_000].map((length) => 'x'.repeat(length))
    const file = Buffer.from(`${lines.join('\n')}\n`.repeat(2))
    assert.deepEqual(await readPieces(file, 1_048_576), await readWhole(file))
  })

  for (const [name, line] of Object.entries({
    'many cells': `${','.repeat(99)}\n`,
    'quoted cells': `${'"a",'.repeat(20)}\n`,
    'letters of two octets': `${'é,'.repeat(30)}\n`,
    'doubled quotes': `"${'""'.repeat(30_000)}"\n`,
    'empty lines': '\n',
    'lines that are too long': `${'x'.repeat(260_000)}\n`,
  }))
    test(`holds up nothing for longer than 50 ms: ${name}`, async () => {
      const file = Buffer.from(line.repeat(1_048_576 / Buffer.byteLength(line)))
      const options = { separator: ',', isEnd: false, mostRecords: 10_000 }
      const blocked = await longestBlockMs(() => readCsvPiece(file, options))
      assert.ok(blocked <= 50, `${blocked} ms`)
    })
})
