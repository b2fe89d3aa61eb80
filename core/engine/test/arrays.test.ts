import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { booleanArray, numberArray, textArray, timeArray } from '../src/database/arrays.ts'
import { useDatabase } from './support/database-fixture.ts'

describe('array literals', () => {
  const rows = [
    { name: 'no number', literal: numberArray([]), expected: '{}' },
    {
      name: 'numbers and null',
      literal: numberArray([1, null, -2, 9007199254740991]),
      expected: '{1,NULL,-2,9007199254740991}',
    },
    { name: 'no text', literal: textArray([]), expected: '{}' },
    { name: 'texts and null', literal: textArray(['a', null, '']), expected: '{"a",NULL,""}' },
    { name: 'the word null', literal: textArray(['NULL', 'null']), expected: '{"NULL","null"}' },
    { name: 'quotes and backslashes', literal: textArray(['"', '\\', '\\"']), expected: '{"\\"","\\\\","\\\\\\""}' },
    { name: 'braces and commas', literal: textArray(['{a,b}']), expected: '{"{a,b}"}' },
    { name: 'NUL', literal: textArray(['a\0b\0']), expected: '{"a\uFFFDb\uFFFD"}' },
    { name: 'booleans', literal: booleanArray([true, false]), expected: '{t,f}' },
    { name: 'no boolean', literal: booleanArray([]), expected: '{}' },
    {
      name: 'times and null',
      literal: timeArray([0, null, 1]),
      expected: '{"1970-01-01T00:00:00.000Z",NULL,"1970-01-01T00:00:00.001Z"}',
    },
    { name: 'no time', literal: timeArray([]), expected: '{}' },
  ]
  for (const { name, literal, expected } of rows) it(name, () => assert.equal(literal, expected))

  it('an invalid time is refused', () => assert.throws(() => timeArray([Number.NaN]), RangeError))
})

describe('array literals through Postgres', () => {
  const db = useDatabase()

  const texts: readonly { name: string; values: readonly (string | null)[] }[] = [
    { name: 'nothing', values: [] },
    { name: 'empty and null', values: ['', null, ' ', 'NULL'] },
    { name: 'quotes', values: ['"', '""', "'", "''; drop table message; --", '“”'] },
    { name: 'backslashes', values: ['\\', '\\\\', '\\"', '\\n', 'C:\\temp\\'] },
    { name: 'line ends and tabs', values: ['a\nb', 'a\r\nb', '\t', '\u0001\u001f'] },
    { name: 'array syntax', values: ['{', '}', '{}', ',', '{"a","b"}', '[1:2]={a,b}'] },
    { name: 'any script', values: ['é', 'ω', '日本語', '👩‍👩‍👧', '\u{10FFFF}', '\u202Eabc'] },
  ]
  for (const { name, values } of texts) {
    it(`texts come back as they went: ${name}`, async () => {
      const rows = await db.sql<{ value: string | null }[]>`
        select value from unnest(${textArray(values)}::text[]) with ordinality as t (value, n) order by n`
      assert.deepEqual(
        rows.map((row) => row.value),
        values,
      )
    })
  }

  it('NUL and lone surrogates come back replaced', async () => {
    const rows = await db.sql<{ value: string }[]>`select unnest(${textArray(['a\0b', 'a\uD800b'])}::text[]) as value`
    assert.deepEqual(
      rows.map((row) => row.value),
      ['a\uFFFDb', 'a\uFFFDb'],
    )
  })

  it('numbers, booleans and times come back as they went', async () => {
    const at = Date.UTC(2026, 0, 31, 8, 15, 0, 123)
    const rows = await db.sql`
      select * from unnest(
        ${numberArray([1, null, 9007199254740991])}::bigint[], ${booleanArray([true, false, true])}::boolean[],
        ${timeArray([at, null, 0])}::timestamptz[]
      ) as t (number, flag, time)`
    assert.deepEqual(
      [...rows],
      [
        { number: 1, flag: true, time: new Date(at) },
        { number: null, flag: false, time: null },
        { number: 9007199254740991, flag: true, time: new Date(0) },
      ],
    )
  })

  for (const { name, values } of texts.filter((row) => !row.values.includes(null))) {
    it(`text arrays are read: ${name}`, async () => {
      const [row] = await db.sql<{ list: string[] }[]>`select ${textArray(values)}::text[] as list`
      assert.deepEqual(row?.list, values)
    })
  }

  it('number arrays are read', async () => {
    const [row] = await db.sql<{ none: number[]; some: number[] }[]>`
      select '{}'::bigint[] as none, ${numberArray([1, -2, 9007199254740991])}::bigint[] as some`
    assert.deepEqual(row, { none: [], some: [1, -2, 9007199254740991] })
  })

  it('arrays may be passed as they are', async () => {
    const rows = await db.sql<{ value: string }[]>`select unnest(${['a', '{"}']}::text[]) as value`
    assert.deepEqual(
      rows.map(({ value }) => value),
      ['a', '{"}'],
    )
  })
})
