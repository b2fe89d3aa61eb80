import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedPaths } from '../src/index.ts'

for (const [name, before, after, expected] of [
  ['nothing', { a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, []],
  ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['b']],
  ['values below', { a: { b: 1, c: { d: 2 } }, e: 3 }, { a: { b: 2, c: { d: 3 } }, e: 3 }, ['a.b', 'a.c.d']],
  ['a list, as a whole', { a: { b: [1, 2] } }, { a: { b: [1, 3] } }, ['a.b']],
  ['what has come', {}, { a: { b: 1 } }, ['a']],
  ['what has gone', { a: { b: 1 }, c: 1 }, { c: 1 }, ['a']],
  ['the kind', { a: { b: 1 } }, { a: [1] }, ['a']],
  ['a key with a dot', { 'a.b': 1 }, { 'a.b': 2 }, ['["a.b"]']],
] as const)
  test(`changed: ${name}`, () => assert.deepEqual(changedPaths(before, after), expected))
