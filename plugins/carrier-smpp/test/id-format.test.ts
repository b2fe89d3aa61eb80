import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalNetworkId } from '@heliograph/messaging'
import { captureLogger } from '@heliograph/testkit'
import { type IdFormat, IdFormatLearner, spellAsAnswered } from '../src/id-format.ts'

const SPELLINGS: readonly [name: string, format: IdFormat, receipt: string, answer: string][] = [
  ['as it is', 'string', '00AB', '00AB'],
  // From the log of an operator with ids above 2^63.
  ['a decimal id above 2^63', 'decimal', '9308878062554710043', '812fc7470000001b'],
  ['a hexadecimal id above 2^63', 'hex', '812FC7470000001B', '9308878062554710043'],
  ['leading zeros', 'hex', '0000000A', '10'],
  ['leading zeros in decimal', 'decimal', '0010', 'a'],
  ['the largest number', 'decimal', '18446744073709551615', 'ffffffffffffffff'],
  ['no number of 64 bits', 'decimal', '18446744073709551616', '18446744073709551616'],
  ['a UUID', 'hex', '0e999f21-8cd0-4dc5-b89c-0a4f64e8a4f1', '0e999f21-8cd0-4dc5-b89c-0a4f64e8a4f1'],
  ['more hexadecimal digits than a number has', 'hex', 'ffffffffffffffff0', 'ffffffffffffffff0'],
  ['hexadecimal where decimal is said', 'decimal', '1a', '1a'],
  ['zero', 'hex', '0', '0'],
]

for (const [name, format, receipt, answer] of SPELLINGS) {
  test(`${format}: ${name}`, () => assert.equal(spellAsAnswered(receipt, format), answer))
}

/** Feeds answers for `count` messages with ids in sequence, and a receipt for each. */
function learn(learner: IdFormatLearner, count: number, answer: (n: bigint) => string, receipt: (n: bigint) => string) {
  for (let n = 0n; n < BigInt(count); n += 1n) {
    const id = 5_000_000_000n + n
    learner.answered(answer(id))
    const reported = learner.reported(receipt(id))
    if (learner.format !== undefined) assert.equal(canonicalNetworkId(reported), canonicalNetworkId(answer(id)))
    else assert.equal(reported, receipt(id))
  }
}

const decimal = (n: bigint) => n.toString(10)
const hex = (n: bigint) => n.toString(16)
const padded = (n: bigint) => n.toString(10).padStart(20, '0')

for (const [format, answer, receipt] of [
  ['string', decimal, decimal],
  ['string', decimal, padded],
  ['string', padded, decimal],
  ['string', hex, (n: bigint) => hex(n).toUpperCase().padStart(16, '0')],
  ['hex', decimal, hex],
  ['decimal', hex, decimal],
  ['decimal', hex, padded],
] as const) {
  test(`learns ${format} from ${answer(26n)} and ${receipt(26n)}, and stays with it`, () => {
    const log = captureLogger()
    const learner = new IdFormatLearner('auto', log)
    learn(learner, 49, answer, receipt)
    assert.equal(learner.format, undefined)
    learn(learner, 100, answer, receipt)
    assert.equal(learner.format, format)
    assert.equal(log.at('info').length, 1)
    learn(new IdFormatLearner('auto', log), 1, answer, receipt)
  })
}

test('receipts that fit nothing, or in two ways, teach nothing', () => {
  const learner = new IdFormatLearner('auto', captureLogger())
  for (let n = 0; n < 1000; n += 1) {
    learner.reported(String(n + 1000))
    learner.answered('10')
    learner.answered('16')
    learner.reported('10')
  }
  assert.equal(learner.format, undefined)
})

test('what is configured is not learnt again', () => {
  const learner = new IdFormatLearner('hex', captureLogger())
  learner.answered('10')
  for (let n = 0; n < 100; n += 1) assert.equal(learner.reported('10'), '16')
  assert.equal(learner.format, 'hex')
})
