import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldReader, type JsonObject, Problems } from '../src/index.ts'
import { problemsOf } from './refusals.ts'

/** The result of reading a field `a` with this value, and the problem noted. */
function readOne<T>(value: unknown, read: (fields: FieldReader) => T) {
  const problems = new Problems()
  const json = JSON.parse(JSON.stringify({ a: value })) as JsonObject
  const result = read(new FieldReader(json, '', problems))
  return { result, problem: problemsOf(() => problems.assertNone()).a }
}

type Read = (fields: FieldReader) => unknown

const string: Read = (fields) => fields.string('a')
const requiredString: Read = (fields) => fields.requiredString('a')
const text: Read = (fields) => fields.text('a', 1, 3)
const requiredText: Read = (fields) => fields.requiredText('a')
const flag: Read = (fields) => fields.flag('a')
const integer: Read = (fields) => fields.integer('a', 1, 9)
const time: Read = (fields) => fields.time('a')
const webUrl: Read = (fields) => fields.webUrl('a', 30)
const choice: Read = (fields) => fields.choice('a', ['json', 'form'])
const items: Read = (fields) => fields.items('a', 2)

const GOOD: readonly (readonly [what: string, read: Read, value: unknown, result: unknown])[] = [
  ['string', string, '', ''],
  ['string', string, null, undefined],
  ['string', string, undefined, undefined],
  ['requiredString', requiredString, 'x', 'x'],
  ['text', text, 'abc', 'abc'],
  ['text', text, null, undefined],
  ['requiredText', requiredText, 'x'.repeat(100_000), 'x'.repeat(100_000)],
  ['flag', flag, true, true],
  ['flag', flag, false, false],
  ['flag', flag, null, undefined],
  ['integer', integer, 9, 9],
  ['integer', integer, null, undefined],
  ['time', time, '1970-01-01T00:00:01Z', 1000],
  ['time', time, null, undefined],
  ['webUrl', webUrl, 'HTTPS://client.example', 'https://client.example/'],
  ['webUrl', webUrl, null, undefined],
  ['choice', choice, 'form', 'form'],
  ['choice', choice, null, undefined],
  ['items', items, [1, 2], [1, 2]],
]

for (const [what, read, value, result] of GOOD) {
  test(`${what}: ${String(JSON.stringify(value)).slice(0, 40)} is read`, () => {
    assert.deepEqual(readOne(value, read), { result, problem: undefined })
  })
}

const BAD: readonly (readonly [what: string, read: Read, value: unknown, problem: RegExp])[] = [
  ['string', string, 7, /must be a string/],
  ['string', string, {}, /must be a string/],
  ['requiredString', requiredString, null, /is required/],
  ['requiredString', requiredString, undefined, /is required/],
  ['requiredString', requiredString, [], /must be a string/],
  ['text', text, '', /1 to 3 characters/],
  ['text', text, 'abcd', /1 to 3 characters/],
  ['text', text, 'a\0', /U\+0000/],
  ['text', text, '\ud800', /surrogate/],
  ['requiredText', requiredText, '', /empty/],
  ['requiredText', requiredText, null, /required/],
  ['requiredText', requiredText, '\0', /U\+0000/],
  ['flag', flag, 'true', /true or false/],
  ['flag', flag, 1, /true or false/],
  ['integer', integer, 0, /from 1 to 9/],
  ['integer', integer, 10, /from 1 to 9/],
  ['integer', integer, 1.5, /from 1 to 9/],
  ['integer', integer, '5', /from 1 to 9/],
  ['time', time, 'tomorrow', /ISO 8601/],
  ['time', time, 7, /must be a string/],
  ['webUrl', webUrl, 'client.example', /must be a URL/],
  ['webUrl', webUrl, 'ftp://client.example', /http or https/],
  ['webUrl', webUrl, 'https://a:b@client.example', /credentials/],
  ['webUrl', webUrl, `https://client.example/${'x'.repeat(30)}`, /must be a URL/],
  ['webUrl', webUrl, 'https://client.example/ééééé', /at most 30/],
  ['choice', choice, 'Form', /one of json, form/],
  ['items', items, null, /required/],
  ['items', items, [], /empty/],
  ['items', items, [1, 2, 3], /more than 2 items/],
  ['items', items, { length: 1 }, /array/],
]

for (const [what, read, value, problem] of BAD) {
  test(`${what}: ${String(JSON.stringify(value)).slice(0, 40)} is a problem and reads as absent`, () => {
    const found = readOne(value, read)
    assert.match(found.problem ?? '', problem)
    assert.deepEqual(found.result, what === 'items' ? [] : undefined)
  })
}

test('problems: all at once, each under its path, the first of a field', () => {
  const problems = new Problems()
  const fields = new FieldReader({ id: 7, inner: { deep: { flag: 1 } } }, 'messages[0].', problems)
  fields.string('id')
  fields.requiredText('id')
  fields.requiredString('to')
  fields.object('inner')?.object('deep')?.flag('flag')
  assert.deepEqual(
    problemsOf(() => problems.assertNone()),
    {
      'messages[0].id': 'must be a string',
      'messages[0].to': 'is required',
      'messages[0].inner.deep.flag': 'must be true or false',
    },
  )
})

test('object: absent, and what is not an object', () => {
  assert.deepEqual(
    readOne(null, (fields) => fields.object('a')),
    { result: undefined, problem: undefined },
  )
  assert.deepEqual(
    readOne([], (fields) => fields.object('a')),
    { result: undefined, problem: 'must be an object' },
  )
})

test('value: as it stands', () => {
  assert.deepEqual(readOne([7], (fields) => fields.value('a')).result, [7])
})
