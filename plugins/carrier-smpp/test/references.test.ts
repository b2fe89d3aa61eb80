import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedMap } from '../src/bounded-map.ts'
import { References } from '../src/references.ts'

test('256 messages to one destination have 256 references', () => {
  const references = new References(() => 0.3)
  const seen = new Set(Array.from({ length: 256 }, () => references.next('1', 'udh').reference))
  assert.equal(seen.size, 256)
})

test('what was used is known until it is forgotten', () => {
  const references = new References(() => 0)
  const used = references.next('1', 'sar')
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
