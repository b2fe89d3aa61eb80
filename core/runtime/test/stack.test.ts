import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeThrown, placesOf, wholeStack } from '../src/host/stack.ts'

const CASES: readonly {
  readonly what: string
  readonly stack: readonly string[]
  readonly places: readonly string[]
}[] = [
  {
    what: 'functions, methods and the top of a module, from the inside out',
    stack: [
      'Error: x',
      '    at f (file:///packages/a/x.js:1:2)',
      '    at async B.f [as g] (/packages/b.cjs:3:4)',
      '    at file:///packages/c.js:5:6',
    ],
    places: ['/packages/a/x.js:1', '/packages/b.cjs:3', '/packages/c.js:5'],
  },
  {
    what: 'without those of Node',
    stack: ['Error: x', '    at JSON.parse (<anonymous>)', '    at node:net:5:1', '    at f (/a.js:1:2)'],
    places: ['/a.js:1'],
  },
  {
    what: 'what Node puts on top for a syntax error of a module',
    stack: ['file:///a.js:2', 'const b = ;', '          ^', '', 'SyntaxError: x', '    at f (node:internal/x:1:2)'],
    places: ['/a.js:2'],
  },
  {
    what: 'and of a file that was required',
    stack: ['/a b.cjs:2', 'const b = ;', 'SyntaxError: x'],
    places: ['/a b.cjs:2'],
  },
  { what: 'imported with a query', stack: ['Error: x', '    at file:///a%20b.js?v=1:5:6'], places: ['/a b.js:5'] },
  { what: 'none that is no path', stack: ['Error: x', '    at file://%:1:2', '    at eval (eval:1:2)'], places: [] },
]

for (const { what, stack, places } of CASES) {
  test(`places of a stack: ${what}`, () => {
    const error = new Error('x')
    error.stack = stack.join('\n')
    assert.deepEqual(
      placesOf(error).map(({ file, line }) => `${file}:${line}`),
      places,
    )
  })
}

test('what is no error has neither places nor a stack', () => {
  assert.deepEqual(placesOf('    at /a.js:1:2'), [])
  assert.equal(describeThrown('no way'), 'no way')
  assert.equal(wholeStack('no way'), undefined)
})
