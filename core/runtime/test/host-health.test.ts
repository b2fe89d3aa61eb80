import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Health } from '@heliograph/contracts'
import { createDeferred } from './deferred.ts'
import { createTestHost, fakeAdapter, fakePlugin, getFrom, startTestHost } from './host-fixture.ts'

test('healthz answers as long as the process can', async (context) => {
  const { host } = await startTestHost(context, {})
  const answer = await getFrom(host, 'admin', '/healthz')
  assert.equal(answer.status, 200)
  assert.deepEqual(JSON.parse(answer.text), { status: 'ok' })
})

interface ReadyCase {
  readonly name: string
  readonly instance?: () => Health
  /** Whether the instance is a plugin; default: an adapter. */
  readonly isPlugin?: boolean
  readonly check?: () => Health | Promise<Health>
  /** Whether the check is one that the gateway is ready without. */
  readonly optional?: boolean
  readonly status: number
  readonly expected: object
}

const READY_CASES: readonly ReadyCase[] = [
  {
    name: 'everything is well',
    instance: () => ({ status: 'ok' }),
    check: () => ({ status: 'ok' }),
    status: 200,
    expected: { status: 'ok', instances: { a: { status: 'ok' } }, checks: { database: { status: 'ok' } } },
  },
  {
    name: 'an instance is limited',
    instance: () => ({ status: 'degraded', reason: 'one of two links' }),
    check: () => ({ status: 'ok' }),
    status: 200,
    expected: {
      status: 'degraded',
      instances: { a: { status: 'degraded', reason: 'one of two links' } },
      checks: { database: { status: 'ok' } },
    },
  },
  {
    name: 'an adapter is down',
    instance: () => ({ status: 'down', reason: 'not listening' }),
    status: 503,
    expected: { status: 'down', instances: { a: { status: 'down', reason: 'not listening' } } },
  },
  {
    name: 'a carrier is down, since what is accepted waits for it',
    instance: () => ({ status: 'down', reason: 'no link' }),
    isPlugin: true,
    status: 200,
    expected: { status: 'degraded', instances: { a: { status: 'down', reason: 'no link' } } },
  },
  {
    name: 'an instance cannot say',
    instance: () => {
      throw new Error('lost')
    },
    status: 503,
    expected: { status: 'down', instances: { a: { status: 'down', reason: 'health failed: lost' } } },
  },
  {
    name: 'a check is down',
    check: async () => ({ status: 'down', reason: 'database away' }),
    status: 503,
    expected: { status: 'down', checks: { database: { status: 'down', reason: 'database away' } } },
  },
  {
    name: 'a check quotes a connection string',
    check: () => Promise.reject(new Error("no 'postgres://app:hunter2@db/sms', no password='hunter2 x'")),
    status: 503,
    expected: {
      status: 'down',
      checks: {
        database: { status: 'down', reason: "no 'postgres://app:[redacted]@db/sms', no password=[redacted]" },
      },
    },
  },
  {
    name: 'an instance quotes a password',
    instance: () => ({ status: 'degraded', reason: 'bind with "password":"hunter2" refused' }),
    status: 200,
    expected: {
      status: 'degraded',
      instances: { a: { status: 'degraded', reason: 'bind with "password":"[redacted]" refused' } },
    },
  },
  {
    name: 'a check fails',
    check: () => Promise.reject(new Error('refused')),
    status: 503,
    expected: { status: 'down', checks: { database: { status: 'down', reason: 'refused' } } },
  },
  {
    name: 'a check that it can do without is down',
    check: async () => ({ status: 'down', reason: 'busy' }),
    optional: true,
    status: 200,
    expected: { status: 'degraded', checks: { database: { status: 'down', reason: 'busy' } } },
  },
]

for (const { name, instance, isPlugin = false, check, optional = false, status, expected } of READY_CASES) {
  test(`readyz is ${status} when ${name}`, async (context) => {
    const create = () => ({ health: () => instance?.() ?? ({ status: 'ok' } as const) })
    const { host } = await startTestHost(context, {
      overrides: instance ? ['instances.a.use=x'] : [],
      packages: { x: isPlugin ? fakePlugin({ create }) : fakeAdapter({ create }) },
      checks: check ? [{ name: 'database', check, optional }] : [],
    })
    const answer = await getFrom(host, 'admin', '/readyz')
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(JSON.parse(answer.text), { phase: 'running', instances: {}, checks: {}, ...expected })
  })
}

test('readyz gives a check that hangs less than a second', async (context) => {
  const { promise: asked, resolve: ask } = createDeferred<void>()
  let elapse = () => {}
  const clock = {
    now: Date.now,
    after: (delayMs: number, callback: () => void) => {
      if (delayMs === 900) elapse = callback
      return () => {}
    },
  }
  const check = () => {
    ask()
    return new Promise<Health>(() => {})
  }
  const { host } = await startTestHost(context, { checks: [{ name: 'database', check }], clock })
  const answer = host.inject({ url: '/readyz' }, 'admin')
  await asked
  elapse()
  assert.deepEqual(JSON.parse((await answer).text).checks, {
    database: { status: 'down', reason: 'no answer within 0.9 s' },
  })
})

test('readyz is 503 until everything has started, and again when it stops', async (context) => {
  const answers: number[] = []
  const { host } = await createTestHost(context, {
    overrides: ['instances.a.use=x'],
    packages: {
      x: fakeAdapter({
        create: () => ({
          start: async () => void answers.push((await getFrom(host, 'admin', '/readyz')).status),
          stop: async () => void answers.push((await getFrom(host, 'admin', '/readyz')).status),
        }),
      }),
    },
  })
  await host.plan()
  host.create()
  await host.start()
  answers.push((await getFrom(host, 'admin', '/readyz')).status)
  await host.stop()
  assert.deepEqual(answers, [503, 200, 503])
  await assert.rejects(getFrom(host, 'admin', '/healthz'))
})
