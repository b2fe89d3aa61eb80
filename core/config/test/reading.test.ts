import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renamed, unused } from '@heliograph/contracts'
import { Type } from 'typebox'
import { openConfiguration } from '../src/index.ts'
import { read, type Written, write } from './document-fixture.ts'

const Sample = Type.Object(
  {
    text: Type.String({ default: 'none' }),
    count: Type.Integer({ default: 1 }),
    ratio: Type.Number({ default: 0.5 }),
    flag: Type.Boolean({ default: false }),
    level: Type.Enum(['low', 'high'], { default: 'low' }),
    nothing: Type.Union([Type.String(), Type.Null()], { default: 'something' }),
    list: Type.Array(Type.String(), { default: [] }),
    secret: Type.Optional(Type.String({ secret: true })),
    inner: Type.Object({ depth: Type.Integer({ default: 2 }) }, { additionalProperties: false }),
    links: Type.Array(
      Type.Object({ host: Type.String(), port: Type.Integer({ default: 2775 }) }, { additionalProperties: false }),
      { default: [] },
    ),
    form: Type.Union(
      [
        Type.Object({ kind: Type.Literal('plain') }, { additionalProperties: false }),
        Type.Object(
          { kind: Type.Literal('signed'), key: Type.String({ secret: true }), rounds: Type.Integer({ default: 3 }) },
          { additionalProperties: false },
        ),
      ],
      { default: { kind: 'plain' } },
    ),
  },
  { additionalProperties: false },
)

const DEFAULTS = {
  text: 'none',
  count: 1,
  ratio: 0.5,
  flag: false,
  level: 'low',
  nothing: 'something',
  list: [],
  inner: { depth: 2 },
  links: [],
  form: { kind: 'plain' },
}

interface Case extends Written {
  readonly name: string
  /** Values that differ from the defaults. */
  readonly sample?: object
}

const CASES: readonly Case[] = [
  { name: 'defaults without a file' },
  { name: 'defaults with an empty file', yaml: '# nothing yet\n' },
  { name: 'defaults with an empty section', yaml: 'sample:\n' },
  { name: 'a key without a value has its default', yaml: 'sample:\n  count:\n  inner:\n' },
  { name: 'null where the schema has a place for it', yaml: 'sample: { nothing: null }', sample: { nothing: null } },
  {
    name: 'an anchor used again',
    yaml: 'sample: { text: &t hello, list: [*t] }',
    sample: { text: 'hello', list: ['hello'] },
  },
  {
    name: 'defaults inside the items of a list',
    yaml: 'sample: { links: [{ host: a }, { host: b, port: 1 }] }',
    sample: {
      links: [
        { host: 'a', port: 2775 },
        { host: 'b', port: 1 },
      ],
    },
  },
  {
    name: 'defaults inside the form that a constant names',
    yaml: 'sample: { form: { kind: signed, key: opensesame } }',
    sample: { form: { kind: 'signed', key: 'opensesame', rounds: 3 } },
  },
  {
    name: 'an override beats the file',
    yaml: 'sample: { count: 2 }',
    overrides: ['sample.count=3'],
    sample: { count: 3 },
  },
  { name: 'the last override wins', overrides: ['sample.count=3', 'sample.count=4'], sample: { count: 4 } },
  { name: 'an override of digits for a text', overrides: ['sample.text=0123'], sample: { text: '0123' } },
  { name: 'an override of a word for a text', overrides: ['sample.text=true'], sample: { text: 'true' } },
  {
    name: 'an override with a colon, which YAML would read as more',
    overrides: ['sample.text=a: b: c'],
    sample: { text: 'a: b: c' },
  },
  { name: 'an override with an equals sign', overrides: ['sample.text=a=b'], sample: { text: 'a=b' } },
  { name: 'a quoted override', overrides: ['sample.text=" a "'], sample: { text: ' a ' } },
  {
    name: 'an override of a number, a fraction and a truth',
    overrides: ['sample.count=0x10', 'sample.ratio=1e-1', 'sample.flag=true'],
    sample: { count: 16, ratio: 0.1, flag: true },
  },
  { name: 'an override with a list', overrides: ['sample.list=[a, b]'], sample: { list: ['a', 'b'] } },
  { name: 'an override with a mapping', overrides: ['sample.inner={ depth: 5 }'], sample: { inner: { depth: 5 } } },
  {
    name: 'an override of an item of a list',
    yaml: 'sample: { list: [a, b] }',
    overrides: ['sample.list[1]=c', 'sample.list.2=d'],
    sample: { list: ['a', 'c', 'd'] },
  },
  {
    name: 'an override without a value takes the key away',
    yaml: 'sample: { count: 2 }',
    overrides: ['sample.count='],
  },
  {
    name: 'an override below a key without a value',
    yaml: 'sample:\n',
    overrides: ['sample.inner.depth=7'],
    sample: { inner: { depth: 7 } },
  },
  {
    name: 'a text from the environment',
    yaml: 'sample: { text: { env: TEXT } }',
    env: { TEXT: '007' },
    sample: { text: '007' },
  },
  {
    name: 'a number from the environment',
    yaml: 'sample: { count: { env: COUNT } }',
    env: { COUNT: ' 12 ' },
    sample: { count: 12 },
  },
  {
    name: 'a choice from the environment',
    yaml: 'sample: { level: { env: LEVEL } }',
    env: { LEVEL: 'high' },
    sample: { level: 'high' },
  },
  {
    name: 'an override that refers to the environment',
    overrides: ['sample.secret={ env: KEY }'],
    env: { KEY: 'opensesame' },
    sample: { secret: 'opensesame' },
  },
  {
    name: 'a file, without its line end',
    yaml: 'sample: { secret: { file: key.txt } }',
    files: { 'key.txt': '\ufeffopen sesame\r\n' },
    sample: { secret: 'open sesame' },
  },
  {
    name: 'a file of several lines',
    yaml: 'sample: { text: { file: key.pem } }',
    files: { 'key.pem': '-----\nabc\n-----\n' },
    sample: { text: '-----\nabc\n-----' },
  },
  {
    name: 'an item of a list from the environment',
    yaml: 'sample: { list: [a, { env: B }] }',
    env: { B: 'b' },
    sample: { list: ['a', 'b'] },
  },
  {
    name: 'a form with several choices from the environment',
    yaml: 'sample: { nothing: { env: N } }',
    env: { N: 'x' },
    sample: { nothing: 'x' },
  },
]

for (const { name, sample, ...written } of CASES) {
  test(`reads ${name}`, async (context) => {
    const { values } = await read(context, { ...written, sections: { sample: Sample } })
    assert.deepEqual(values.sample, { ...DEFAULTS, ...sample })
  })
}

test('secrets of every place are known, as they stand and as in a URL, and nothing else', async (context) => {
  const { document } = await read(context, {
    yaml: 'sample: { secret: { env: KEY }, text: plain, form: { kind: signed, key: opensesame } }',
    env: { KEY: 'a longer secret' },
    sections: { sample: Sample },
  })
  assert.deepEqual(document.secrets.list(), ['a%20longer%20secret', 'a longer secret', 'opensesame'])
})

/** The path of the part that is read by a schema of its own. */
const PLACE = ['instances', 'a', 'config']

test('deprecated keys are moved or dropped, with one warning each and the old line', async (context) => {
  const yaml = 'instances:\n  a:\n    use: x\n    config:\n      old: { deep: 5 }\n      gone: 1\n'
  const document = await openConfiguration(await write(context, { yaml }))
  const schema = Type.Object(
    { fresh: Type.Object({ depth: Type.Integer({ maximum: 4 }) }, { additionalProperties: false }) },
    { additionalProperties: false },
  )
  const deprecations = [renamed('old.deep', 'fresh.depth'), unused('gone'), unused('never'), unused('old')]
  const result = document.read(schema, PLACE, deprecations)
  const line = (text: string) => text.replaceAll(/\(\S*\//g, '(')
  assert.deepEqual(result.warnings.map(line), [
    'instances.a.config.old.deep (gateway.yaml:5) is now called instances.a.config.fresh.depth: please rename it',
    'instances.a.config.gone (gateway.yaml:6) has no meaning any more and can be removed',
    'instances.a.config.old (gateway.yaml:5) has no meaning any more and can be removed',
  ])
  assert.deepEqual(
    result.problems.map(({ line, path, value }) => ({ line, path, value })),
    [{ line: 5, path: 'instances.a.config.fresh.depth', value: 5 }],
  )
  const lenient = Type.Object({ fresh: Type.Object({ depth: Type.Integer() }) })
  assert.deepEqual(document.read(lenient, PLACE, deprecations).value, { fresh: { depth: 5 } })
})

test('the new name wins when both are given', async (context) => {
  const document = await openConfiguration(
    await write(context, { overrides: ['instances.a={ use: x, config: { old: 1, fresh: 2 } }'] }),
  )
  const result = document.read(Type.Object({ fresh: Type.Integer() }), PLACE, [renamed('old', 'fresh')])
  assert.deepEqual(result.value, { fresh: 2 })
  assert.deepEqual(result.warnings, [
    'instances.a.config.old (--set) is now called instances.a.config.fresh, which is given too: the old one is ignored',
  ])
})
