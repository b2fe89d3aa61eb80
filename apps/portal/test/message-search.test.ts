import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMessageSearch, toApiQuery, toTerm } from '../src/pages/messages/message-search.ts'
import { originsOf } from '../src/pages/messages/origins.ts'
import { RecordCounter } from '../src/pages/messages/record-counter.ts'

describe('the filter in the address', () => {
  const rows: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
    ['numbers stay plain', { to: 27831110001 }, { to: 27831110001 }],
    ['what is empty counts as absent', { to: '', state: '', origin: '' }, {}],
    ['what is not known is dropped', { page: 7, to: { evil: 1 }, text: ['a'] }, {}],
    ['an invalid time is dropped', { since: 'soon', until: '2026-01-31T08:00:00Z' }, { until: '2026-01-31T08:00:00Z' }],
  ]
  for (const [name, given, kept] of rows) test(name, () => assert.deepEqual(readMessageSearch(given), kept))

  test('is what the API takes', () => {
    const query = toApiQuery({ to: 27831110001, state: 'queued,retrying', from: 'ACME' })
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    assert.deepEqual(Object.fromEntries(given), { to: '27831110001', state: ['queued', 'retrying'], from: 'ACME' })
  })

  for (const [text, term] of [
    ['27831110001', 27_831_110_001],
    ['0831110001', '0831110001'],
    ['1234567890123456', '1234567890123456'],
    ['order 7', 'order 7'],
  ] as const)
    test(`${text} as a term`, () => assert.equal(toTerm(text), term))
})

test("the interfaces of the deployment can be filtered by, those of third parties too, and the gateway's own messages", () => {
  const adapters = ['portal-api', 'portal-web', 'docs-web', 'v2', 'own-one', 'v2']
  assert.deepEqual(originsOf(adapters.map((adapter) => ({ adapter }))), [
    'portal',
    'upload',
    'v2',
    'own-one',
    'auto-reply',
    'opt-out-confirmation',
    'opt-in-confirmation',
    'forward',
  ])
})

test('records of an export are counted, however it is cut into pieces', () => {
  const octets = Buffer.from('a,b\r\n1,"two\r\nlines, ""quoted"""\r\n3,4\r\n')
  for (const size of [1, 2, 7, octets.length]) {
    const counter = new RecordCounter()
    for (let at = 0; at < octets.length; at += size) counter.count(octets.subarray(at, at + size))
    assert.equal(counter.records, 3, `pieces of ${size}`)
  }
})
