import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstGiven, parseJsonBody, parseJsonObject, withLowerCaseNames } from '../src/index.ts'
import { assertRefused } from './refusals.ts'

const JSON_TYPE = 'application/json'

test('parseJsonObject: an object, with or without a byte order mark', () => {
  assert.deepEqual(parseJsonObject(Buffer.from('{"a":"é"}')), { a: 'é' })
  assert.deepEqual(parseJsonObject(Buffer.from('\ufeff{}')), {})
})

const REFUSED: readonly (readonly [what: string, body: string | readonly number[], code: string])[] = [
  ['nothing', '', 'empty-body'],
  ['blanks', '  ', 'malformed-json'],
  ['a cut one', '{"a":', 'malformed-json'],
  ['windows-1252', [0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d], 'malformed-json'],
  ['an array', '[]', 'not-an-object'],
  ['null', 'null', 'not-an-object'],
  ['a text', '"a"', 'not-an-object'],
  ['nesting of any depth', '['.repeat(100_000), 'malformed-json'],
]

for (const [what, body, code] of REFUSED) {
  test(`parseJsonObject: ${what} is ${code}`, () =>
    assertRefused(() => parseJsonObject(Buffer.from(body as string)), code))
}

for (const type of [undefined, '', 'text/json', 'application/jsonp', 'text/plain']) {
  test(`parseJsonBody: Content-Type ${type} is refused`, () => {
    const headers = type === undefined ? {} : { 'content-type': type }
    assertRefused(() => parseJsonBody({ headers, body: Buffer.from('{}') }), 'wrong-content-type')
  })
}

test('parseJsonBody: Content-Type in any letter case and with parameters', () => {
  const headers = { 'content-type': ` ${JSON_TYPE.toUpperCase()} ; charset=utf-8` }
  assert.deepEqual(parseJsonBody({ headers, body: Buffer.from('{}') }), {})
})

test('withLowerCaseNames: of names that differ in case the first with a value', () => {
  const folded = withLowerCaseNames({ To: null, tO: ' ', TO: '1', to: '2', Inner: { Deep: 1 } })
  assert.deepEqual(folded, { to: '1', inner: { Deep: 1 } })
})

test('withLowerCaseNames: a name of Object is a name like others', () => {
  const folded = withLowerCaseNames(JSON.parse('{"__PROTO__":{"to":"1"}}'))
  assert.equal(folded.to, undefined)
  assert.ok(Object.hasOwn(folded, '__proto__'))
})

for (const [what, object, value] of [
  ['the first name', { to: '1', recipients: '2' }, '1'],
  ['the next where the first is blank', { to: ' ', recipients: 2 }, 2],
  ['the next where the first is null', { to: null, recipients: ['2'] }, ['2']],
  ['the next where the first is an empty list', { to: [], recipients: false }, false],
  ['zero is a value', { to: 0 }, 0],
  ['none', { other: 1 }, undefined],
] as const) {
  test(`firstGiven: ${what}`, () => assert.deepEqual(firstGiven(object, ['to', 'recipients']), value))
}

test('firstGiven: what every object inherits is not given', () => {
  assert.equal(firstGiven({}, ['toString', 'constructor']), undefined)
})
