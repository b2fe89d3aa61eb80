import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJsonText } from '../src/index.ts'
import { assertRefused } from './refusals.ts'

const NAMES = { recipients: ['to', 'recipients', 'recipient'], text: ['message', 'msg'], reference: ['ref'] }

test('json text: metadata are as given, where the interface has a place for them', () => {
  const body = { to: '1', message: 'm', Metadata: { Order: 7 } }
  assert.deepEqual(readJsonText(body, { ...NAMES, metadata: ['metadata'] }).metadata, { Order: 7 })
  assert.equal(readJsonText(body, NAMES).metadata, undefined)
})

for (const [what, body, expected] of [
  ['first names', { to: '1,2', message: ' m ', ref: 'r' }, [['1', '2'], ' m ', 'r']],
  ['aliases, in any letter case', { Recipient: '1', MSG: 'm' }, [['1'], 'm', undefined]],
  ['numbers', { to: [1, '2'], message: 47.5, ref: 17 }, [['1', '2'], '47.5', '17']],
  ['a reference that is no text is ignored', { to: '1', message: 'm', ref: { a: 1 } }, [['1'], 'm', undefined]],
] as const) {
  test(`json text: ${what}`, () => {
    const { recipients, text, reference } = readJsonText(body, NAMES)
    assert.deepEqual([recipients, text, reference], expected)
  })
}

for (const [what, body, code] of [
  ['no recipients', { message: 'm' }, 'missing-recipients'],
  ['nothing but separators', { to: ',;' }, 'missing-recipients'],
  ['recipients of a wrong type', { to: {}, message: 'm' }, 'bad-recipients'],
  ['no text', { to: '1' }, 'missing-text'],
  ['a list as text', { to: '1', message: ['m'] }, 'missing-text'],
  ['a boolean as text', { to: '1', message: false, msg: 'm' }, 'missing-text'],
] as const) {
  test(`json text: ${what} is ${code}`, () => assertRefused(() => readJsonText(body, NAMES), code))
}

test('json text: what is missing is named with its aliases', () => {
  assert.throws(() => readJsonText({}, NAMES), /Recipients not given \(to, recipients or recipient\)/)
  assert.throws(() => readJsonText({ to: '1' }, { ...NAMES, text: ['message'] }), /Message text not given \(message\)/)
})
