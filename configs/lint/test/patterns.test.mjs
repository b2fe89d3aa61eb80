import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPatterns } from '../find-patterns.mjs'
import { judgePattern } from '../judge-pattern.mjs'

describe('judgePattern', () => {
  const slow = [
    ["a cell's number, as it once was", /^['\s]*\+?[\d\s().\-/]+$/],
    ['the heading of a quoted mail, as it once was', /^[-_ ]{3,}\s*(original message|replied message)\s*[-_ ]{3,}$/iu],
    ['an attribution, as it once was', /^(?=.*[\d@])(on\b.{4,300}\bwrote|.{1,200}<\S+@\S+> (wrote|schreef))\s?:$/iu],
    ['a name and a blank that share a character, as in the XML check', /\s+([a\u1680]+)\s*>/y],
    ['two blanks', /x\s*\s+y/],
    ['a repeated group that ends in an option', /^(\w+\s*)+$/],
    ['two wildcards', /a.*x.*y/],
    ['white space before the end', /\s+$/],
    ['a wildcard behind a prefix that it contains', /\bat .+:\d+/],
    ['a scheme', /\b[a-z][a-z0-9+.-]*:\/\//],
    ['a wildcard after the start of any line', /^[^x]*x/m],
    ['a look ahead without an anchor', /(?=.*x)y/],
  ]
  for (const [name, { source, flags }] of slow) {
    it(`refuses ${name}`, () => assert.notDeepEqual(judgePattern(source, flags), []))
  }

  const quick = [
    ['the same, from the start', /^\s+$/],
    ['white space before the end, once for each run', /(?<!\s)\s+$/],
    ['a run in a class that excludes its ends', /(?<![A-Za-z])[a-z]+x/],
    ['white space that nothing follows', /\s+/g],
    ['a tag', /<[^<>]*>/],
    ['the rest of a line', /x.*$/m],
    ['a number of repeats', /\s{1,20}$/],
    ['a place that is given', /[a-z]*:/y],
    ['a line that begins as it must', /^From: .*x$/m],
  ]
  for (const [name, { source, flags }] of quick) {
    it(`allows ${name}`, () => assert.deepEqual(judgePattern(source, flags), []))
  }
})

describe('findPatterns', () => {
  const found = (text) => findPatterns(text, 'file.ts').map(({ pattern, isBounded }) => [pattern, isBounded])

  it('reads literals, constructors and patterns of schemas', () => {
    assert.deepEqual(found('const a = /x+$/g'), [['x+$', false]])
    assert.deepEqual(found(`const A = 'b'\nconst c = new RegExp(\`^\${A}\` + '$', 'u')`), [['^b$', false]])
    assert.deepEqual(found("const a = new RegExp(['b', 'c'].join('|'))"), [['b|c', false]])
    assert.deepEqual(found('const a = /b/\nconst c = RegExp(a.source)'), [
      ['b', false],
      ['b', false],
    ])
    assert.deepEqual(found("Type.String({ pattern: '^a$' })"), [['^a$', false]])
  })

  it('knows when a pattern is put together at run time', () => {
    assert.deepEqual(found(`const a = (b: string) => new RegExp(\`^\${b}\`)`), [[undefined, false]])
  })

  it('takes a comment with a reason as an exception, at its line or its statement', () => {
    assert.deepEqual(found('// regex-bound: one line.\nconst a = /x+$/'), [['x+$', true]])
    assert.deepEqual(found('// regex-bound: one line.\nconst a =\n  /x+$/'), [['x+$', true]])
    assert.deepEqual(found('const a = /x+$/ // regex-bound: one line.'), [['x+$', true]])
    assert.deepEqual(found('// regex-bound:\nconst a = /x+$/'), [['x+$', false]])
    assert.deepEqual(found('// regex-bound: one line.\n\nconst a = /x+$/'), [['x+$', false]])
  })
})
