import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import {
  API_VERSION,
  assertNever,
  defineAdapter,
  definePlugin,
  defineService,
  errorHeaders,
  GatewayError,
  isGatewayError,
  isOutboundError,
  MailError,
  MESSAGE_STATES,
  OutboundError,
  PRIORITIES,
  renamed,
  toGatewayError,
  unused,
} from '../src/index.ts'

const module = {
  apiVersion: API_VERSION,
  id: 'tiny',
  version: '1.0.0',
  configSchema: Type.Object({}, { additionalProperties: false }),
  deps: {},
} as const

test('the major version of the package is the version of the contract', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  assert.equal(Number(version.split('.')[0]), API_VERSION)
})

describe('GatewayError', () => {
  test('puts into headers what its text does not carry', () => {
    for (const [options, headers] of [
      [{ allow: ['GET', 'POST'] }, { allow: 'GET, POST' }],
      [{ retryAfterSeconds: 7 }, { 'retry-after': '7' }],
      [{}, {}],
    ] as const) {
      assert.deepEqual(errorHeaders(new GatewayError('throttled', 'x', 'x', options)), headers)
    }
  })

  test('carries what a client may see, and its cause apart from it', () => {
    const cause = new Error('connection to 10.0.0.7 refused')
    const error = new GatewayError('throttled', 'too-many', 'Slow down', { retryAfterSeconds: 7, cause })
    assert.equal(error.publicMessage, 'Slow down')
    assert.deepEqual([error.category, error.code, error.retryAfterSeconds], ['throttled', 'too-many', 7])
    assert.equal(error.cause, cause)
  })

  test('is recognised even when another copy of the package made it', () => {
    const foreign = { [Symbol.for('heliograph.error')]: true, category: 'invalid' }
    for (const [value, expected] of [
      [new GatewayError('invalid', 'x', 'x'), true],
      [foreign, true],
      [new Error('x'), false],
      [null, false],
      ['invalid', false],
    ] as const) {
      assert.equal(isGatewayError(value), expected)
    }
  })

  test('a failed request is recognised even when another copy of the package made it', () => {
    const foreign = Object.assign(new Error('x'), { name: 'OutboundError', failure: 'dns' })
    for (const [value, expected] of [
      [new OutboundError('dns', 'x'), true],
      [foreign, true],
      [new Error('x'), false],
      [{ name: 'OutboundError' }, false],
      [undefined, false],
    ] as const) {
      assert.equal(isOutboundError(value), expected)
    }
  })

  test('any other thrown value becomes internal and its text is not shown', () => {
    const thrown = new Error('password is hunter2')
    const error = toGatewayError(thrown)
    assert.deepEqual([error.category, error.publicMessage, error.cause], ['internal', 'Internal error', thrown])
    assert.equal(toGatewayError(error), error)
  })
})

test('an outbound failure is recognised by name and kind', () => {
  const error = new OutboundError('blocked', 'not allowed')
  assert.deepEqual([error.name, error.failure], ['OutboundError', 'blocked'])
})

test('a mail that was not taken is recognised by name and kind', () => {
  const error = new MailError('permanent', '550 no such user')
  assert.deepEqual([error.name, error.failure, error.message], ['MailError', 'permanent', '550 no such user'])
})

test('a service token is data and reads well in error texts', () => {
  const token = defineService<number>('rates.table')
  assert.equal(`${token}`, 'service(rates.table)')
  assert.ok(Object.isFrozen(token))
})

test('modules get their kind, and importing or defining one does nothing', () => {
  const create = () => assert.fail('define must not create')
  const capabilities = { submit: true, http: false, receipts: 'none', incoming: false } as const
  assert.equal(defineAdapter({ ...module, capabilities, create }).kind, 'adapter')
  assert.equal(definePlugin({ ...module, capabilities: { carrier: false }, create }).kind, 'plugin')
})

test('priorities are in the order of dispatch, states are distinct', () => {
  assert.deepEqual(
    Object.entries(PRIORITIES)
      .sort(([, a], [, b]) => a - b)
      .map(([name]) => name),
    ['CRITICAL', 'HIGH', 'NORMAL', 'LOW', 'BULK'],
  )
  assert.equal(new Set(MESSAGE_STATES).size, MESSAGE_STATES.length)
})

test('deprecations say what becomes of a value', () => {
  assert.deepEqual(renamed('dlrUrl', 'receiptUrl'), { kind: 'renamed', from: 'dlrUrl', to: 'receiptUrl' })
  assert.deepEqual(unused('legacy'), { kind: 'unused', path: 'legacy' })
})

test('a switch that meets an unknown value fails loudly', () => {
  assert.throws(() => assertNever('surprise' as never), /surprise/)
})
