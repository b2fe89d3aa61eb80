import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecretValues } from '@heliograph/config'
import type { Logger } from '@heliograph/contracts'
import { createLogger, type LoggerOptions, type RootLogger, wantsPrettyLog } from '../src/index.ts'

function capture(options: Partial<LoggerOptions> = {}): { readonly logger: RootLogger; readonly lines: string[] } {
  const lines: string[] = []
  const logger = createLogger({ level: 'trace', destination: { write: (line) => lines.push(line) }, ...options })
  return { logger, lines }
}

/** Fields of the only line that `log` writes, without level, time and text. */
function logged(log: (logger: Logger) => void, options?: Partial<LoggerOptions>): Record<string, unknown> {
  const { logger, lines } = capture(options)
  log(logger)
  assert.equal(lines.length, 1)
  const { level, time, msg, ...fields } = JSON.parse(lines[0] ?? '')
  return fields
}

test('a line is JSON with level, time, the fields of all children and the text', () => {
  const { logger, lines } = capture()
  logger.child({ instance: 'v2' }).child({ link: 'one' }).warn({ parts: 2 }, 'Link is slow')
  const { time, ...line } = JSON.parse(lines[0] ?? '')
  assert.deepEqual(line, { level: 'warn', instance: 'v2', link: 'one', parts: 2, msg: 'Link is slow' })
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('fields of the logger are in each line, also in those of children', () => {
  const fields = { worker: 'a-1' }
  assert.deepEqual(
    logged((logger) => logger.child({ link: 'one' }).info({}, 'Up'), { fields }),
    { worker: 'a-1', link: 'one' },
  )
})

test('lines below the level are not written', () => {
  const { logger, lines } = capture({ level: 'warn' })
  logger.info({}, 'no')
  logger.error({}, 'yes')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['yes'],
  )
})

test('the level can change while it runs, for children made before as well', () => {
  const { logger, lines } = capture({ level: 'info' })
  const child = logger.child({ instance: 'v2' }).child({ link: 'one' })
  const written = (text: string) => {
    for (const each of [logger, child]) {
      each.debug({}, text)
      each.error({}, text)
    }
    return lines.splice(0).map((line) => JSON.parse(line).level)
  }
  assert.deepEqual(written('before'), ['error', 'error'])
  logger.useLevel('debug')
  assert.deepEqual(written('more'), ['debug', 'error', 'debug', 'error'])
  logger.useLevel('silent')
  assert.deepEqual(written('nothing'), [])
})

const SECRET = 's3cr3t-value'
const API_KEY = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6kM9n'

/** Each hides the secret in its own way; the log must not show any of it, and must show the rest. */
const HIDING_PLACES: readonly { readonly name: string; readonly fields: object; readonly expected?: object }[] = [
  'authorization',
  'Authorization',
  'x-api-key',
  'X-API-Key',
  'apiKey',
  'api_key',
  'password',
  'Password',
  'securityKey',
  'masterKey',
  'secret',
  'clientSecret',
  'passphrase',
  'token',
  'cookie',
  'set-cookie',
].map((name) => ({
  name: `field ${name}`,
  fields: { [name]: SECRET, to: 'x' },
  expected: { [name]: '[redacted]', to: 'x' },
}))

const TEXT_PLACES: readonly { readonly name: string; readonly fields: object; readonly expected: object }[] = [
  {
    name: 'a field inside another',
    fields: { request: { headers: { 'x-api-key': SECRET, accept: '*/*' } } },
    expected: { request: { headers: { 'x-api-key': '[redacted]', accept: '*/*' } } },
  },
  {
    name: 'a field in a list',
    fields: { users: [{ name: 'a', password: SECRET }] },
    expected: { users: [{ name: 'a', password: '[redacted]' }] },
  },
  {
    name: 'a secret that is no text',
    fields: { secret: { parts: [SECRET] }, password: 12345678 },
    expected: { secret: '[redacted]', password: '[redacted]' },
  },
  {
    name: 'a query parameter',
    fields: { url: `/send?to=27821234567&key=${SECRET}&text=hi` },
    expected: { url: '/send?to=27821234567&key=[redacted]&text=hi' },
  },
  {
    name: 'the first query parameter, in capitals',
    fields: { query: `APIKEY=${SECRET}&to=1`, other: `?Password=${SECRET}` },
    expected: { query: 'APIKEY=[redacted]&to=1', other: '?Password=[redacted]' },
  },
  {
    name: 'the password of a URL',
    fields: { url: `postgres://app:${SECRET}@db:5432/sms` },
    expected: { url: 'postgres://app:[redacted]@db:5432/sms' },
  },
  {
    name: 'the password of a URL that should have been escaped',
    fields: { reason: `cannot reach postgres://app:${SECRET}#a?@b@db:5432/sms` },
    expected: { reason: 'cannot reach postgres://app:[redacted]@db:5432/sms' },
  },
  {
    name: 'a connection string of names and values, quoted or not',
    fields: { one: `host=db password=${SECRET} user=app`, two: `host=db password='${SECRET} x' user=app` },
    expected: { one: 'host=db password=[redacted] user=app', two: 'host=db password=[redacted] user=app' },
  },
  {
    name: 'a property of JSON in a text',
    fields: { body: `{"password": "${SECRET}", "to": "1"}`, inner: `{\\"token\\":\\"${SECRET}\\",\\"to\\":1}` },
    expected: { body: '{"password": "[redacted]", "to": "1"}', inner: '{\\"token\\":"[redacted]",\\"to\\":1}' },
  },
  {
    name: 'an API key where it does not belong',
    fields: {
      systemId: API_KEY,
      head: `Authorization: App ${API_KEY}`,
      sha: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    },
    expected: {
      systemId: '[redacted]',
      head: 'Authorization: App [redacted]',
      sha: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    },
  },
  {
    name: 'an access token where it does not belong',
    fields: { reason: `no such key: at1_${'a'.repeat(79)}-, sorry`, other: 'at1_short' },
    expected: { reason: 'no such key: [redacted], sorry', other: 'at1_short' },
  },
  {
    name: 'an authorization header in a text',
    fields: { head: `Authorization: Bearer ${SECRET}` },
    expected: { head: 'Authorization: Bearer [redacted]' },
  },
  {
    name: 'a URL object, a date and octets',
    fields: { url: new URL(`http://h/?token=${SECRET}`), at: new Date(0), body: Buffer.from(SECRET) },
    expected: { url: 'http://h/?token=[redacted]', at: '1970-01-01T00:00:00.000Z', body: '[12 octets]' },
  },
]

for (const { name, fields, expected } of [...HIDING_PLACES, ...TEXT_PLACES]) {
  test(`redaction: ${name}`, () => {
    const line = logged((logger) => logger.info(fields, 'text'))
    assert.deepEqual(line, expected)
    assert.ok(!JSON.stringify(line).includes(SECRET) && !JSON.stringify(line).includes(API_KEY))
    assert.deepEqual(
      logged((logger) => logger.child(fields).info({}, 'text')),
      expected,
    )
  })
}

test('redaction: what only looks like a secret is left alone', () => {
  const fields = { keyId: 5, monkey: 'm=1', keyword: 'STOP', tokens: 3, text: 'key = value, monkey=1', empty: null }
  assert.deepEqual(
    logged((logger) => logger.info({ ...fields, password: null }, 'text')),
    { ...fields, password: null },
  )
})

test('redaction: known secrets are taken out of every field, text, error and cause', () => {
  const secrets = createSecretValues()
  secrets.add('opensesame')
  secrets.add('opensesame-and-more')
  secrets.add('no')
  const { logger, lines } = capture({ secrets })
  const error = new Error('login with opensesame refused', { cause: new Error('opensesame-and-more') })
  logger.child({ note: 'opensesame' }).error({ err: error, no: 'nobody' }, 'no opensesame')
  secrets.add('learned later')
  logger.info({ value: 'was learned later' }, 'text')
  const [first = '', second = ''] = lines
  assert.ok(!/opensesame|and-more/.test(first))
  const line = JSON.parse(first)
  assert.equal(line.note, '[redacted]')
  assert.equal(line.no, 'nobody')
  assert.equal(line.msg, 'no [redacted]')
  assert.equal(line.err.message, 'login with [redacted] refused')
  assert.equal(line.err.type, 'Error')
  assert.match(line.err.stack, /logger\.test/)
  assert.equal(line.err.cause.message, '[redacted]')
  assert.equal(JSON.parse(second).value, 'was [redacted]')
})

test('redaction: the password in a secret URL is a secret too, escaped or not', () => {
  const secrets = createSecretValues()
  secrets.add('postgres://app:pa%2Fss%20word@db/sms')
  const { logger, lines } = capture({ secrets })
  logger.error({ one: 'pa%2Fss%20word', two: 'pa/ss word' }, 'the server does not take pa/ss word')
  const { one, two, msg } = JSON.parse(lines[0] ?? '')
  assert.deepEqual([one, two, msg], ['[redacted]', '[redacted]', 'the server does not take [redacted]'])
})

test('an error in the place of the fields is logged as one', () => {
  const line = logged((logger) => logger.error(new Error(`?key=${SECRET}`), 'text'))
  assert.equal((line.err as Error).message, '?key=[redacted]')
})

test('fields may be deep, endless or large numbers without breaking the line', () => {
  const endless: Record<string, unknown> = { name: 'endless' }
  endless.self = endless
  const line = logged((logger) => logger.info({ endless, size: 2n ** 64n, pairs: new Map([['a', 1]]) }, 'text'))
  assert.equal(line.size, '18446744073709551616')
  assert.deepEqual(line.pairs, [['a', 1]])
  assert.match(JSON.stringify(line.endless), /"\[\.\.\.\]"/)
})

test('pretty lines have time, level, instance, text, fields and the error below', () => {
  const { logger, lines } = capture({ pretty: true })
  logger.child({ instance: 'v2' }).info({ port: 8080, host: 'a' }, 'Listening')
  const cause = new Error('inner')
  logger.error({ err: new Error('outer', { cause }), password: SECRET }, 'Broken')
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d\.\d{3} INFO {2}\[v2\] Listening port=8080 host=a\n$/)
  assert.match(
    lines[1] ?? '',
    /^\d\d:\d\d:\d\d\.\d{3} ERROR Broken password=\[redacted\]\n {2}Error: outer\n[\s\S]*\n {2}caused by:\n {2}Error: inner\n/,
  )
})

/** Texts that would make a terminal do something, or that look like a log line that was never written. */
const FORGERIES: readonly { readonly name: string; readonly text: string; readonly shown: string }[] = [
  { name: 'a line end', text: 'x\n12:00:00.000 INFO  All is well', shown: '"x\\n12:00:00.000 INFO  All is well"' },
  { name: 'a carriage return', text: 'x\ry', shown: '"x\\ry"' },
  { name: 'an escape sequence', text: 'x\u001b[2Jy', shown: 'x\\u001b[2Jy' },
  { name: 'an escape sequence of one character', text: 'x\u009b2Jy', shown: 'x\\u009b2Jy' },
  { name: 'delete and bell', text: 'x\u007f\u0007y', shown: 'x\\u007f\\u0007y' },
  { name: 'the other direction', text: 'x\u202ey\u2066z', shown: 'x\\u202ey\\u2066z' },
  { name: 'a line separator', text: 'x\u2028y', shown: '"x\\u2028y"' },
  { name: 'a field', text: 'x level=fine', shown: '"x level=fine"' },
  { name: 'letters of any script', text: 'Žluťoučký-коń-שלום-👋', shown: 'Žluťoučký-коń-שלום-👋' },
]

for (const { name, text, shown } of FORGERIES) {
  test(`pretty lines do not let a value forge: ${name}`, () => {
    const { logger, lines } = capture({ pretty: true })
    logger.info({ value: text }, 'Text')
    assert.ok(lines[0]?.endsWith(`Text value=${shown}\n`), lines[0])
    const inside = shown.replace(/^"(.*)"$/, '$1')
    logger.child({ instance: text }).info({ [text]: 1 }, text)
    assert.ok(lines[1]?.endsWith(`INFO  [${inside}] ${inside} ${inside}=1\n`), lines[1])
    logger.error({ err: new Error(`${text}\n    at forged (x:1:1)`) }, 'Text')
    assert.match(lines[2] ?? '', /^\S+ ERROR Text\n {2}Error: .*\\n {4}at forged \(x:1:1\)\n( {6}at .*\n)+$/)
    assert.ok(lines[2]?.includes(`Error: ${inside}`), lines[2])
  })
}

const FORMATS = [
  { format: 'auto', isTerminal: true, pretty: true },
  { format: 'auto', isTerminal: false, pretty: false },
  { format: 'json', isTerminal: true, pretty: false },
  { format: 'pretty', isTerminal: false, pretty: true },
] as const

for (const { format, isTerminal, pretty } of FORMATS) {
  test(`log format ${format} is ${pretty ? 'pretty' : 'JSON'} ${isTerminal ? 'on' : 'off'} a terminal`, () => {
    assert.equal(wantsPrettyLog(format, isTerminal), pretty)
  })
}
