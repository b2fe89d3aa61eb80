import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { csvRecords, formatCsv, readCsvPiece } from '../src/index.ts'
import { collect } from './collect.ts'

/** Reads a file in pieces of `pieceOctets` octets, and at most `mostRecords` records at a time. */
function readPieces(file: Buffer, pieceOctets: number, mostRecords = 1_000): readonly (readonly string[] | null)[] {
  const records: (readonly string[] | null)[] = []
  let separator = ''
  for (let at = 0; at < file.length; ) {
    const octets = file.subarray(at, at + pieceOctets)
    const piece = readCsvPiece(octets, { separator, isEnd: at + octets.length === file.length, mostRecords })
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
          assert.deepEqual(readPieces(file, pieceOctets, mostRecords), await readWhole(file))
        },
      ),
    )
  })

  test('is read by the rules of files', async () => {
    for (const text of [
      '\ufeffa;b\n1;2',
      'a\tb\r1\t2\r\r3\t4',
      'a,b\n"open,1\nc,d\n',
      'a,b\n1,"x"y\n2,3',
      'a,b\n1,2\n"at the end',
      '',
    ])
      assert.deepEqual(readPieces(Buffer.from(text), 1_000), await readWhole(Buffer.from(text)), text)
  })

  test('a record that is too long is passed over when its line ends in the piece, and refused when it does not', () => {
    const file = Buffer.from(`a,b\n${'x'.repeat(70_000)}\nc,d\n`)
    assert.deepEqual(readPieces(file, 100_000), [['a', 'b'], null, ['c', 'd']])
    assert.throws(() => readPieces(file, 69_000), { code: 'line-too-long' })
    assert.throws(() => readPieces(Buffer.from('\ufeffa', 'utf16le'), 10), { code: 'unknown-encoding' })
  })
})
