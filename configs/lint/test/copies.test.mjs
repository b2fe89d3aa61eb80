import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCopies } from '../find-copies.mjs'

const CASES = [
  ['an object that is spread', 'const a = { ...b, c: 1 }', [1]],
  ['the rest of an object', '\nconst { a, ...b } = c', [2]],
  ['the rest of a parameter', 'function f({ a, ...b }: C) {}', [1]],
  ['two in one literal', 'const a = {\n  ...b,\n  ...c,\n}', [2, 3]],
  ['no array', 'const a = [...b]\nconst [c, ...d] = e', []],
  ['no arguments', 'f(...a)\nfunction g(...b: C[]) {}', []],
]

describe('copies of objects', () => {
  for (const [name, text, lines] of CASES) {
    it(`${lines.length > 0 ? 'are' : 'are not'} ${name}`, () => assert.deepEqual(findCopies(text, 'a.ts'), lines))
  }
})
