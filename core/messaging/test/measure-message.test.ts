import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Encoding, SubmitMessage } from '@heliograph/contracts'
import { measureMessage } from '../src/index.ts'

const octets = (count: number) => 'A5'.repeat(count)
const HEADER = '0003070201'

describe('what fits one part', () => {
  const rows: [string, Pick<SubmitMessage, 'text' | 'encoding' | 'userDataHeader'>, Encoding, number, boolean][] = [
    ['octets', { text: octets(140), encoding: 'binary' }, 'binary', 1, false],
    ['too many octets', { text: octets(141), encoding: 'binary' }, 'binary', 1, true],
    ['octets beside a header', { text: octets(134), encoding: 'binary', userDataHeader: HEADER }, 'binary', 1, false],
    ['too many beside a header', { text: octets(135), encoding: 'binary', userDataHeader: HEADER }, 'binary', 1, true],
    ['septets beside a header', { text: 'x'.repeat(153), userDataHeader: HEADER }, 'gsm', 1, false],
    ['too many septets', { text: 'x'.repeat(154), userDataHeader: HEADER }, 'gsm', 1, true],
    ['extension characters count twice', { text: '€'.repeat(77), userDataHeader: HEADER }, 'gsm', 1, true],
    ['UCS-2 beside a header', { text: 'ж'.repeat(67), userDataHeader: HEADER }, 'ucs2', 1, false],
    ['too much UCS-2', { text: 'ж'.repeat(68), userDataHeader: HEADER }, 'ucs2', 1, true],
    ['a text of two parts', { text: 'x'.repeat(161) }, 'gsm', 2, false],
    ['a text of 255 parts', { text: 'x'.repeat(153 * 255) }, 'gsm', 255, false],
    ['a text of 256 parts', { text: 'x'.repeat(153 * 255 + 1) }, 'gsm', 256, true],
  ]
  for (const [name, message, encoding, parts, isTooLong] of rows) {
    test(name, () => {
      const measure = measureMessage(message)
      assert.deepEqual([measure.encoding, measure.parts, measure.excess !== undefined], [encoding, parts, isTooLong])
    })
  }

  const excesses: [string, string, string][] = [
    ['exactly when it might have been sent', 'ж'.repeat(67 * 300), '300 parts'],
    ['at least, when no text of its length can be sent', 'x'.repeat(4_000_000), 'at least 256 parts'],
    ['at least, in UCS-2', 'ж'.repeat(4_000_000), 'at least 583 parts'],
  ]
  for (const [name, text, needed] of excesses) {
    test(`says how many parts a text needs: ${name}`, () => {
      const { excess } = measureMessage({ text })
      assert.equal(excess, `Message is too long: ${needed}, at most 255 are allowed`)
    })
  }

  for (const text of ['', 'A', 'XY', 'A5 B6', 'ж']) {
    test(`'${text}' is no hexadecimal`, () => {
      assert.throws(() => measureMessage({ text, encoding: 'binary' }), { category: 'invalid', code: 'bad-octets' })
    })
  }
})
