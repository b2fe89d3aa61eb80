import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { hideSecrets } from '../src/index.ts'

const secret = Type.String({ secret: true })
const ROWS: readonly (readonly [string, TSchema, unknown, unknown])[] = [
  ['a secret', Type.Object({ password: secret }), { password: 'p' }, { password: '[redacted]' }],
  ['none where there may be one', Type.Object({ password: Type.Optional(secret) }), {}, {}],
  ['what is not secret', Type.Object({ host: Type.String() }), { host: 'h' }, { host: 'h' }],
  ['below', Type.Object({ a: Type.Object({ b: secret }) }), { a: { b: 'x' } }, { a: { b: '[redacted]' } }],
  [
    'in a list',
    Type.Array(Type.Object({ k: secret, n: Type.Integer() })),
    [{ k: 'x', n: 1 }],
    [{ k: '[redacted]', n: 1 }],
  ],
  ['a list of them', Type.Array(secret), ['x', 'y'], ['[redacted]', '[redacted]']],
  ['in a record', Type.Record(Type.String(), secret), { a: 'x' }, { a: '[redacted]' }],
  ['a whole object', Type.Object({ a: Type.Object({}, { secret: true }) }), { a: { b: 1 } }, { a: '[redacted]' }],
  ['in one form of several', Type.Union([Type.Integer(), Type.Object({ k: secret })]), { k: 'x' }, { k: '[redacted]' }],
  ['a form that is one', Type.Object({ a: Type.Union([Type.Null(), secret]) }), { a: 'x' }, { a: '[redacted]' }],
]

for (const [name, schema, value, shown] of ROWS)
  test(`hidden: ${name}`, () => assert.deepEqual(hideSecrets(schema, value), shown))
