import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParameterReader, Parameters, Problems, parseFlag, parseWhole, type Repeats } from '../src/index.ts'
import { problemsOf } from './refusals.ts'

type Read = (reader: ParameterReader) => unknown

function readOne(query: string, read: Read, repeats: Repeats = 'joined') {
  const problems = new Problems()
  const result = read(new ParameterReader(Parameters.ofQuery(query), problems, repeats))
  return { result, problem: problemsOf(() => problems.assertNone()).a }
}

const text: Read = (reader) => reader.text(['a', 'b'], 3)
const requiredText: Read = (reader) => reader.requiredText('a', 3)
const integer: Read = (reader) => reader.integer('a', 1, 1000)
const flag: Read = (reader) => reader.flag('a')
const choice: Read = (reader) => reader.choice('a', ['json', 'csv'])
const time: Read = (reader) => reader.time('a')

const GOOD: readonly (readonly [read: Read, query: string, result: unknown])[] = [
  [text, 'a=abc', 'abc'],
  [text, 'B=abc', 'abc'],
  [text, 'a=1&a=2', '1,2'],
  [text, '', undefined],
  [requiredText, 'a=x', 'x'],
  [integer, 'a=0007', 7],
  [integer, 'a=1000', 1000],
  [integer, 'a=', undefined],
  [flag, 'a=TRUE', true],
  [flag, 'a=0', false],
  [flag, '', undefined],
  [choice, 'a=JSON', 'json'],
  [choice, '', undefined],
  [time, 'a=1970-01-01T02:00:01%2B02:00', 1000],
  [time, 'a=1970-01-01T02:00:01+0200', 1000],
  [time, '', undefined],
]

for (const [read, query, result] of GOOD) {
  test(`parameter: ${query || 'nothing'} is read`, () =>
    assert.deepEqual(readOne(query, read), { result, problem: undefined }))
}

const BAD: readonly (readonly [read: Read, query: string, problem: RegExp])[] = [
  [text, 'b=abcd', /at most 3/],
  [text, 'a=%00', /U\+0000/],
  [requiredText, 'b=1', /required/],
  [requiredText, 'a=+', /required/],
  [integer, 'a=0', /from 1 to 1000/],
  [integer, 'a=1001', /from 1 to 1000/],
  [integer, 'a=-1', /from 1 to 1000/],
  [integer, 'a=1.0', /from 1 to 1000/],
  [integer, 'a=1e2', /from 1 to 1000/],
  [integer, 'a=1&a=2', /from 1 to 1000/],
  [flag, 'a=yes', /true, 1, false or 0/],
  [choice, 'a=xml', /one of json, csv/],
  [time, 'a=2026-02-30T00:00', /ISO 8601/],
]

for (const [read, query, problem] of BAD) {
  test(`parameter: ${query} is a problem and reads as absent`, () => {
    const found = readOne(query, read)
    assert.match(found.problem ?? '', problem)
    assert.equal(found.result, undefined)
  })
}

for (const [repeats, result] of [
  ['joined', '1,2'],
  ['first', '1'],
  ['last', '2'],
  ['refused', undefined],
] as const) {
  test(`repeats ${repeats}: ${result}`, () => {
    const found = readOne('a=1&a=&a=2', (reader) => reader.text('a', 9), repeats)
    const joined = repeats === 'joined' ? '1,,2' : result
    assert.equal(found.result, joined)
    assert.equal(found.problem, repeats === 'refused' ? 'must not be given more than once' : undefined)
  })
}

test('has: a value, good or not', () => {
  const { result } = readOne('a=1', (reader) => [reader.has('a'), reader.has(['b', 'a']), reader.has('b')])
  assert.deepEqual(result, [true, true, false])
})

test('parseFlag, parseWhole: without a reader', () => {
  assert.deepEqual(['1', ' True ', 'false', 'on', ''].map(parseFlag), [true, true, false, undefined, undefined])
  assert.deepEqual(
    ['5', '05', '+5', ' 5', '5x', '', '99999999999999999'].map((each) => parseWhole(each, 0, 10)),
    [5, 5, undefined, undefined, undefined, undefined, undefined],
  )
})
