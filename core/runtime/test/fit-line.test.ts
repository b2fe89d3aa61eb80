import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logger } from '@heliograph/contracts'
import { createLogger } from '../src/index.ts'

/** What one call of the logger writes. */
function written(log: (logger: Logger) => void, pretty = false): string {
  const lines: string[] = []
  log(createLogger({ level: 'trace', pretty, destination: { write: (line) => lines.push(line) } }))
  assert.equal(lines.length, 1)
  return lines[0] as string
}

function thrownDeep(depth: number): Error {
  return depth === 0 ? new Error('the innermost', { cause: new Error('why') }) : thrownDeep(depth - 1)
}

/** Each would be longer than 1,000 octets. `keeps`: what has to be left of it. */
const LONG: readonly { readonly name: string; readonly fields: object; readonly keeps: object }[] = [
  {
    name: 'a text',
    fields: { reason: `begin ${'x'.repeat(5_000)}`, link: 'one' },
    keeps: { reason: /^begin x+\.\.\. 4606 more$/, link: /^one$/ },
  },
  {
    name: 'a text of characters of several octets',
    fields: { reason: '\u{1F44B}'.repeat(600) },
    keeps: { reason: /^(\u{1F44B})+\.\.\. \d+ more$/u },
  },
  {
    name: 'a list',
    fields: { nodes: Array.from({ length: 900 }, (_, at) => `node ${at}`) },
    keeps: { nodes: /^node 0,.*\.\.\. \d+ more$/ },
  },
  {
    name: 'many fields within a field',
    fields: { found: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, at])) },
    keeps: { found: /object/ },
  },
  {
    name: 'an error with a long stack and a cause',
    fields: { err: thrownDeep(30), instance: 'v2' },
    keeps: {
      instance: /^v2$/,
      'err.message': /^the innermost$/,
      'err.stack': /\n {4}at thrownDeep /,
      'err.cause.message': /^why$/,
    },
  },
  {
    name: 'an error of many',
    fields: {
      err: new AggregateError(
        Array.from({ length: 50 }, (_, at) => new Error(`reason ${at}`)),
        'all failed',
      ),
    },
    keeps: { 'err.message': /^all failed$/ },
  },
  { name: 'names of fields', fields: { ['n'.repeat(2_000)]: 1, instance: 'v2' }, keeps: { instance: /^v2$/ } },
  {
    name: 'more fields than fit',
    fields: Object.fromEntries(manyNames().map((name) => [name, 'x'.repeat(30)])),
    keeps: {},
  },
]

function manyNames(): readonly string[] {
  return Array.from({ length: 200 }, (_, at) => `field${at}`)
}

const at = (line: object, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], line)

for (const { name, fields, keeps } of LONG) {
  test(`a line is at most 1,000 octets, whatever it is given: ${name}`, () => {
    const line = written((logger) => logger.warn(fields, 'Link is slow'))
    assert.ok(Buffer.byteLength(line.trimEnd()) <= 1_000, `${Buffer.byteLength(line)}`)
    const parsed = JSON.parse(line)
    assert.deepEqual([parsed.level, parsed.msg, parsed.shortened], ['warn', 'Link is slow', true])
    for (const [path, expected] of Object.entries(keeps)) assert.match(String(at(parsed, path)), expected)
  })
}

test('names that fill a line by themselves, also within an error, leave level, time and a word', () => {
  const err = Object.assign(new Error('x'), { ['n'.repeat(2_000)]: 1 })
  const { level, time, ...rest } = JSON.parse(written((logger) => logger.error({ err }, 'text')))
  assert.deepEqual([level, rest], ['error', { msg: 'a log line was too long', shortened: true }])
  assert.match(time, /^\d{4}-/)
})

test('a line that fits is left as it is', () => {
  const fields = { reason: 'x'.repeat(700), nodes: Array.from({ length: 30 }, (_, at) => at) }
  const { level, time, msg, ...rest } = JSON.parse(written((logger) => logger.info(fields, 'text')))
  assert.deepEqual(rest, fields)
})

test('what libraries hang on an error is not written, its codes are', () => {
  const client = { connection: { stream: {} }, host: 'db', parameters: { application_name: 'x' } }
  const err = Object.assign(new Error('connection lost'), {
    client,
    code: '57P01',
    errno: -104,
    params: ['27821234567'],
  })
  const { stack, ...rest } = JSON.parse(written((logger) => logger.error({ err }, 'text'))).err
  assert.deepEqual(rest, { code: '57P01', errno: -104, type: 'Error', message: 'connection lost' })
})

test('lines for people are not shortened', () => {
  const line = written((logger) => logger.error({ err: thrownDeep(3), reason: 'x'.repeat(2_000) }, 'text'), true)
  assert.ok(line.includes('x'.repeat(2_000)))
})
