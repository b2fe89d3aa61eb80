import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedMap } from '../src/bounded-map.ts'
import { References } from '../src/references.ts'

test('256 messages to one destination have 256 references', () => {
  const references = new References(() => 0.3, false)
  const seen = new Set(Array.from({ length: 256 }, () => references.next({ smsId: 1, to: '1' }, 'udh').reference))
  assert.equal(seen.size, 256)
})

test('where nodes share a link, they follow from the message, for each in another way', () => {
  const node = () => new References(Math.random, true)
  const of = (smsId: number, form: 'udh' | 'udh16' = 'udh') => node().next({ smsId, to: '1' }, form).reference
  assert.equal(of(9_007_199_254_740), of(9_007_199_254_740))
  assert.notEqual(of(1_001, 'udh16'), of(1_002, 'udh16'))
  // Two texts to a list of recipients, however long it is.
  for (const length of [1, 100, 256, 1_000, 4_096, 65_536]) {
    const same = Array.from({ length: 1_000 }, (_, index) => of(5_000 + index) === of(5_000 + index + length))
    assert.ok(same.filter((is) => is).length < 50, `a list of ${length}`)
  }
})

test('what was used is known until it is forgotten', () => {
  const references = new References(() => 0, false)
  const used = references.next({ smsId: 1, to: '1' }, 'sar')
  references.remember(5, used)
  assert.deepEqual(references.used(5), used)
  references.forget(5)
  assert.equal(references.used(5), undefined)
})

test('a full map forgets what was set longest ago', () => {
  const map = new BoundedMap<number, string>(3)
  for (const key of [1, 2, 3]) map.set(key, `${key}`)
  map.set(1, 'again')
  map.set(4, '4')
  assert.equal(map.size, 3)
  assert.deepEqual([map.get(1), map.get(2), map.get(3), map.get(4)], ['again', undefined, '3', '4'])
})
