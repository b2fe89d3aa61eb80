import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UploadPlan } from '@heliograph/contracts'
import { letterFor, resentPlan, seededPlan } from '../src/index.ts'

const NUMBERS = Array.from({ length: 5_000 }, (_, n) => `2782${String(n).padStart(7, '0')}`)

const shareOf = (percent: number, seed: string) =>
  NUMBERS.filter((number) => letterFor({ text: 'b', percent, seed }, number) === 'B').length / NUMBERS.length

describe('which of two texts a number gets', () => {
  for (const percent of [1, 10, 50, 99])
    test(`the second one for ${percent} % of them, whatever the seed`, () => {
      for (const seed of ['one', 'two', '']) assert.ok(Math.abs(shareOf(percent, seed) - percent / 100) < 0.02)
    })

  test('depends on the seed and the number alone', () => {
    const of = (seed: string) => NUMBERS.map((number) => letterFor({ text: 'b', percent: 50, seed }, number)).join('')
    assert.equal(of('one'), of('one'))
    assert.notEqual(of('one'), of('two'))
    // As it was given out: numbers keep their texts over releases.
    assert.equal(of('one').slice(0, 12), 'BABBABBBBBAA')
  })

  test('keeps its seed when the upload is sent again', () => {
    const plan: UploadPlan = { hasHeader: true, numberColumn: 1, text: 'a', comparison: { text: 'b', percent: 30 } }
    const seeded = seededPlan(plan, 'one')
    assert.equal(seeded.comparison?.seed, 'one')
    assert.equal(seededPlan(seeded, 'two').comparison?.seed, 'one')
    assert.deepEqual(resentPlan({ from: '1234', flash: false }, seeded), {
      hasHeader: false,
      numberColumn: 0,
      text: '{2}',
      from: '1234',
      comparison: { text: '{2}', percent: 30, seed: 'one' },
    })
    assert.equal(seededPlan({ ...plan, comparison: undefined }, 'one').comparison, undefined)
  })
})
