import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDateTime, formatUnixTime, parseCompactTime, parseWrittenTime } from '../src/index.ts'

for (const [text, utc] of [
  ['202601310815', '2026-01-31T08:15:00.000Z'],
  ['202802292359', '2028-02-29T23:59:00.000Z'],
  ['000101010000', '0001-01-01T00:00:00.000Z'],
] as const) {
  test(`compact time: ${text}`, () => assert.equal(new Date(parseCompactTime(text) as number).toISOString(), utc))
}

for (const text of [
  '202602290000',
  '202613010000',
  '202601012400',
  '202601010060',
  '20260101',
  '20260101000000',
  ' 202601010000',
  '2026-01-01',
  '',
]) {
  test(`no compact time: ${JSON.stringify(text)}`, () => assert.equal(parseCompactTime(text), undefined))
}

// spec: Incoming message (basic interface, JSON form) | text | timestamp is yyyy-MM-dd HH:mm:ss
test('formatDateTime: yyyy-MM-dd HH:mm:ss in UTC', () => {
  assert.equal(formatDateTime(new Date('2026-01-31T08:15:30.999Z')), '2026-01-31 08:15:30')
})

test('formatUnixTime: whole seconds, 0 for none', () => {
  assert.equal(formatUnixTime(new Date('2026-01-31T08:15:30.999Z')), '1769847330')
  assert.equal(formatUnixTime(null), '0')
})

for (const [text, wallClock, offset] of [
  ['2026-02-03T14:30', '2026-02-03T14:30:00.000Z', undefined],
  ['2026-02-03T14:30Z', '2026-02-03T14:30:00.000Z', 0],
  ['2026-02-03T14:30+02:00', '2026-02-03T14:30:00.000Z', 120],
  ['2026-02-03T14:30:00.5-0330', '2026-02-03T14:30:00.500Z', -210],
] as const) {
  test(`written time: ${text}`, () => {
    assert.deepEqual(parseWrittenTime(text), { wallClock: Date.parse(wallClock), offset })
  })
}

for (const text of ['2026-02-30T14:30', '2026-02-03', '14:30', '']) {
  test(`no written time: ${JSON.stringify(text)}`, () => assert.equal(parseWrittenTime(text), undefined))
}
