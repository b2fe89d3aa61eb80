import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { canonicalNetworkId, networkIdCandidates } from '../src/index.ts'
import './fixed-seed.ts'

describe('canonicalNetworkId', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['strips leading zeros of a decimal id', '0913121205', '913121205'],
    ['strips leading zeros and case of a hexadecimal id', '000812FC747', '812fc747'],
    ['keeps one zero of an id of zeros', '0000', '0'],
    [
      'keeps the zeros of a UUID and folds its case',
      '0A1B2C3D-0000-4000-8000-00000000000F',
      '0a1b2c3d-0000-4000-8000-00000000000f',
    ],
    ['leaves other ids alone', 'SM00Ab_Z', 'SM00Ab_Z'],
    ['leaves the zeros of other ids alone', '00xyz', '00xyz'],
    ['drops blanks around the id', ' 0042 ', '42'],
    ['keeps an empty id', '', ''],
  ]
  for (const [name, id, canonical] of rows) it(name, () => assert.equal(canonicalNetworkId(id), canonical))

  it('changes nothing the second time', () => {
    fc.assert(fc.property(fc.string(), (id) => canonicalNetworkId(canonicalNetworkId(id)) === canonicalNetworkId(id)))
  })
})

describe('networkIdCandidates', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['a hexadecimal id and its decimal spelling', '812FC7470000001B', ['812fc7470000001b', '9308878062554710043']],
    ['a decimal id, its two other spellings', '9308878062554710043', ['9308878062554710043', '812fc7470000001b']],
    ['digits that may be either', '0913121205', ['913121205', '38974657029', '366d1fb5']],
    ['an id whose spellings coincide', '7', ['7']],
    ['the largest 64 bit number', 'FFFFFFFFFFFFFFFF', ['ffffffffffffffff', '18446744073709551615']],
    ['a longer hexadecimal id, itself only', '1FFFFFFFFFFFFFFFF', ['1ffffffffffffffff']],
    ['a UUID, itself only', '0A1B2C3D-0000-4000-8000-00000000000F', ['0a1b2c3d-0000-4000-8000-00000000000f']],
    ['any other id, itself only', 'abc.XYZ', ['abc.XYZ']],
    ['an empty id, itself only', '', ['']],
  ]
  for (const [name, id, candidates] of rows) {
    it(`gives ${name}`, () => assert.deepEqual(networkIdCandidates(id), candidates))
  }

  it('finds a 64 bit id in every spelling networks use', () => {
    const spellings = fc.constantFrom(
      (id: bigint) => id.toString(10),
      (id: bigint) => id.toString(16),
      (id: bigint) => id.toString(16).toUpperCase(),
      (id: bigint) => id.toString(10).padStart(20, '0'),
      (id: bigint) => id.toString(16).padStart(16, '0'),
    )
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), spellings, spellings, (id, answered, reported) => {
        assert.ok(networkIdCandidates(reported(id)).includes(canonicalNetworkId(answered(id))))
      }),
      { numRuns: 1000 },
    )
  })
})
