import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { describeSchema, renderConfigTable, replaceGenerated } from '../src/index.ts'

test('describing a schema tells paths, types, defaults, secrets and what is required', () => {
  const schema = Type.Object({
    host: Type.String({ description: 'Where to.' }),
    port: Type.Integer({ default: 25, minimum: 1, maximum: 65535 }),
    rate: Type.Number({ default: 0, minimum: 0 }),
    password: Type.Optional(Type.String({ secret: true })),
    mode: Type.Enum(['a', 'b'], { default: 'a' }),
    tags: Type.Array(Type.String(), { default: [] }),
    inner: Type.Object({ depth: Type.Optional(Type.Integer({ exclusiveMinimum: 0 })) }, { description: 'Inside.' }),
    plain: Type.Object({ flag: Type.Boolean({ default: false }) }),
    links: Type.Array(Type.Object({ name: Type.String() })),
    routes: Type.Record(Type.String(), Type.Object({ links: Type.Array(Type.String()) })),
    either: Type.Union([Type.Literal('none'), Type.Object({ key: Type.String({ secret: true }) })], {
      default: 'none',
    }),
  })
  const rows = describeSchema(schema, 'x').map((key) =>
    [key.path, key.type, key.default ?? (key.required ? 'required' : '-'), key.secret ? 'secret' : '', key.description]
      .filter(Boolean)
      .join(' | '),
  )
  assert.deepEqual(rows, [
    'x.host | text | required | Where to.',
    'x.port | whole number 1..65535 | 25',
    'x.rate | number from 0 | 0',
    'x.password | secret text | - | secret',
    'x.mode | one of: a, b | "a"',
    'x.tags | list of texts | []',
    'x.inner | mapping | - | Inside.',
    'x.inner.depth | whole number above 0 | -',
    'x.plain.flag | true or false | false',
    'x.links[].name | text | required',
    'x.routes.<name>.links | list of texts | required',
    'x.either.key | secret text | required | secret',
  ])
})

test('tables escape what would break them', () => {
  const schema = Type.Object({ sign: Type.String({ default: 'a|b', description: 'One\nor | other.' }) })
  assert.deepEqual(renderConfigTable(schema).split('\n'), [
    '| Key    | Type | Default  | Meaning          |',
    '| ------ | ---- | -------- | ---------------- |',
    '| `sign` | text | `"a\\|b"` | One or \\| other. |',
  ])
  assert.equal(renderConfigTable(Type.Object({})), 'Nothing to configure.')
})

test('a document without markers is refused', () => {
  assert.throws(() => replaceGenerated('# Title', 'config', 'x'), {
    message: "The document has no markers for 'config'.",
  })
  assert.equal(
    replaceGenerated('a\n<!-- generated:x -->\nold\n<!-- /generated -->\nb', 'x', 'new'),
    'a\n<!-- generated:x -->\nnew\n<!-- /generated -->\nb',
  )
})
