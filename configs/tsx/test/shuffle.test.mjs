import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shuffle } from '../shuffle.mjs'

const FILES = Array.from({ length: 30 }, (_, index) => `${index}.test.ts`)

test('a seed gives one order, another seed another', () => {
  assert.deepEqual(shuffle(FILES, 1764100000), shuffle(FILES, 1764100000))
  assert.notDeepEqual(shuffle(FILES, 1764100000), shuffle(FILES, 1764100001))
})

test('every file is in it once', () => assert.deepEqual(shuffle(FILES, 7).sort(), [...FILES].sort()))

test('a seed that is no integer is an error', () => assert.throws(() => shuffle(FILES, Number('today')), /integer/))
