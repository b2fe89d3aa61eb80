import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { difference, type Pattern } from '../src/conformance/match.ts'

const FITS: readonly [name: string, actual: unknown, pattern: Pattern][] = [
  ['equal values', 1, 1],
  ['objects by the fields named', { a: 1, b: 2 }, { a: 1 }],
  ['fields that must be absent', { a: 1 }, { a: 1, b: undefined }],
  ['objects within objects', { a: { b: { c: 1, d: 2 } } }, { a: { b: { d: 2 } } }],
  ['arrays element by element', [{ a: 1, b: 2 }, 3], [{ a: 1 }, 3]],
  ['texts by a regular expression', 'abc', /b/],
  ['whatever a function takes', [1, 2], (value: unknown) => Array.isArray(value)],
  ['dates by their time', new Date(5), new Date(5)],
  ['a global expression again and again', 'aa', /a/g],
  ['null', null, null],
]

const DIFFERS: readonly [name: string, actual: unknown, pattern: Pattern, says: RegExp][] = [
  ['another value', 1, 2, /^the value should be 2 but is 1$/],
  ['a field within', { a: { b: 1 } }, { a: { b: 2 } }, /^a\.b should be 2 but is 1$/],
  ['a field that must be absent', { a: 1 }, { a: undefined }, /^a should be undefined but is 1$/],
  ['an array of another length', [1], [1, 2], /should be 2 elements but is \[ 1 \]/],
  ['an element', [{ a: 1 }], [{ a: 2 }], /^\[0\]\.a should be 2/],
  ['no array', { 0: 1 }, [1], /should be \[ 1 \]/],
  ['no object', 'text', { a: 1 }, /should be \{ a: 1 \}/],
  ['null for an object', null, { a: 1 }, /but is null/],
  ['a text that does not fit', 'abc', /x/, /should be \/x\/ but is 'abc'/],
  ['no text', 1, /1/, /should be \/1\/ but is 1/],
  ['what a function refuses', 1, () => false, /should be the condition/],
  ['what a function does not quite take', 1, () => 1, /should be the condition/],
  ['another date', new Date(5), new Date(6), /should be/],
  ['a number for its text', { a: '1' }, { a: 1 }, /a should be 1 but is '1'/],
]

describe('difference', () => {
  for (const [name, actual, pattern] of FITS) {
    test(`finds none for ${name}`, () => assert.equal(difference(actual, pattern), undefined))
  }
  for (const [name, actual, pattern, says] of DIFFERS) {
    test(`tells ${name}`, () => assert.match(difference(actual, pattern) ?? '', says))
  }
})
