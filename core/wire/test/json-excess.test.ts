import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestBlockMs } from '@heliograph/testkit'
import { MAX_BODY_OCTETS, parseJsonObject } from '../src/index.ts'
import { assertRefused } from './refusals.ts'

const MOST_MS = 50

const deepLists = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
const deepObjects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** Parts, made by `part` from their number, up to the largest body. */
function filled(start: string, part: (index: number) => string, end: string): string {
  let text = start
  for (let index = 0; text.length < MAX_BODY_OCTETS - 100; index++) text += part(index)
  return text + end
}

const listOf = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => item(n)).join()

const ofOctets = (start: string, part: string, end: string) =>
  start + part.repeat(Math.floor((MAX_BODY_OCTETS - start.length - end.length) / part.length)) + end

/** Bodies at the largest size of any interface, or as deep as that allows. */
const COSTLY: readonly (readonly [what: string, body: string, isRefused: boolean])[] = [
  ['400,000 lists in each other', deepLists(400_000), true],
  ['400,000 objects in each other', deepObjects(400_000), true],
  ['2,000,000 lists in each other', deepLists(2_000_000), true],
  ['4,000,000 opening brackets', '['.repeat(4_000_000), true],
  ['a number of four million digits', ofOctets('{"a":', '1', '}'), false],
  ['a fraction of four million digits', ofOctets('{"a":0.', '1', '}'), false],
  ['an exponent of four million digits', ofOctets('{"a":1e', '1', '}'), false],
  ['an empty list, again and again', ofOctets('{"a":[', '[],', '[]]}'), true],
  ['an empty object, again and again', ofOctets('{"a":[', '{},', '{}]}'), true],
  ['one name, again and again', ofOctets('{', '"a":1,', '"a":1}'), true],
  ['__proto__, again and again', ofOctets('{', '"__proto__":{},', '"a":1}'), true],
  ['199,000 times the same name', `{${'"a":1,'.repeat(199_000)}"b":1}`, false],
  ['99,000 times __proto__', `{${'"__proto__":{},'.repeat(99_000)}"b":1}`, false],
  ['names that all differ', filled('{', (index) => `"${index.toString(36)}":1,`, '"a":1}'), true],
  ['objects that all differ', filled('{"a":[', (index) => `{"${index.toString(36)}":1},`, '1]}'), true],
  ['short texts that all differ', filled('{"a":[', (index) => `"${index.toString(36)}",`, '1]}'), true],
  ['19,900 objects that all differ', `{"a":[${listOf(19_900, (index) => `{"${index}x":1}`)}]}`, false],
  ['49,000 short texts that all differ', `{"a":[${listOf(49_000, (index) => `"${index}"`)}]}`, false],
  ['199,000 long texts that all differ', `{"a":[${listOf(199_000, (index) => `"${index + 1e10}"`)}]}`, false],
  ['quotes alone', ofOctets('', '"', ''), true],
  ['199,000 times the same name with the same text', `{${'"a":"b",'.repeat(199_000)}"b":1}`, false],
  ['a text of quotes', ofOctets('{"a":"', '\\"', '"}'), false],
  ['a text of backslashes', ofOctets('{"a":"', '\\\\', '"}'), false],
  ['a text of escapes', ofOctets('{"a":"', '\\u00e9', '"}'), false],
  ['a name of escapes', ofOctets('{"', '\\n', '":1}'), false],
  ['blanks', ofOctets('', ' ', '{}'), false],
]

for (const [what, body, isRefused] of COSTLY) {
  test(`parseJsonObject: ${what} costs less than ${MOST_MS} ms, and is ${isRefused ? 'refused' : 'taken'}`, async () => {
    const octets = Buffer.from(body)
    assert.ok(octets.length <= MAX_BODY_OCTETS)
    const parse = () => parseJsonObject(octets)
    if (isRefused) assertRefused(parse, 'malformed-json')
    else parse()
    const longest = await longestBlockMs(() => {
      try {
        parse()
      } catch {
        // Asserted above.
      }
    })
    assert.ok(longest < MOST_MS, `${longest} ms`)
  })
}

test('parseJsonObject: 100 levels and what looks like more inside texts are taken', () => {
  parseJsonObject(Buffer.from(deepLists(99)))
  parseJsonObject(Buffer.from(deepObjects(100)))
  assertRefused(() => parseJsonObject(Buffer.from(deepObjects(101))), 'malformed-json')
  for (const text of [
    '['.repeat(1000),
    `${'x'.repeat(100)}\\"[${'['.repeat(1000)}`,
    `${'\\\\'.repeat(100)}\\"${'['.repeat(1000)}`,
    '\\"[['.repeat(1000),
    '{\\\\'.repeat(1000),
  ]) {
    assert.ok('a' in parseJsonObject(Buffer.from(`{"a":"${text}"}`)))
  }
})

test('parseJsonObject: the largest submission of many messages is taken', () => {
  const message = {
    from: '27821234567',
    destinations: [{ to: '27831234567', messageId: 'x' }],
    text: 'Hi',
    flash: false,
  }
  const more = { validityPeriod: 60, notifyUrl: 'https://example.org/', callbackData: 'x', deliveryReport: true }
  const messages = Array.from({ length: 10_000 }, () => ({ ...message, ...more }))
  assert.equal((parseJsonObject(Buffer.from(JSON.stringify({ messages }))).messages as unknown[]).length, 10_000)
})
