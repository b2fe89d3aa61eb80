import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Hooks,
  type MessageToRoute,
  PRIORITIES,
  type Principal,
  type RequestToAccept,
} from '@heliograph/contracts'
import { captureLogger, captureMetrics, createManualClock } from '@heliograph/testkit'
import { createRequestHooks } from '../src/intake/hooks/request-hooks.ts'

function createNode(hooks: Readonly<Record<string, Hooks>>) {
  const clock = createManualClock()
  const logger = captureLogger()
  const metrics = captureMetrics()
  const node = createRequestHooks({ steady: clock, logger, metrics, isRoute: (name) => name === 'default' })
  node.use(new Map(Object.entries(hooks)))
  return { node, clock, logger, metrics }
}

function given(text = 'hello'): RequestToAccept {
  const messages = [{ text, destinations: [{ to: '27821234567' }] }]
  const request = {
    origin: 'test',
    priority: PRIORITIES.HIGH,
    numbers: 'international',
    atomic: true,
    messages,
  } as const
  return { principal: { clientId: 1 } as Principal, request }
}

const message: MessageToRoute = {
  clientId: 1,
  origin: 'test',
  from: 'ACME',
  to: '27821234567',
  parts: 1,
  priority: PRIORITIES.HIGH,
  route: 'default',
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('hooks of a node', () => {
  test('are none until there are some', () => {
    const { node } = createNode({})
    assert.deepEqual([node.isAccepting, node.isRouting], [false, false])
    node.use(new Map([['a', { onFault: 'pass', beforeRouting: () => [] }]]))
    assert.deepEqual([node.isAccepting, node.isRouting], [false, true])
  })

  test('are asked about what has come meanwhile in one call, four of which are under way', async () => {
    const sizes: number[] = []
    const answers: (() => void)[] = []
    const hooks: Hooks = {
      onFault: 'refuse',
      beforeAccepting(requests) {
        sizes.push(requests.length)
        return new Promise((resolve) => answers.push(() => resolve(requests.map(() => undefined))))
      },
    }
    const { node } = createNode({ hooks })
    const asked: Promise<unknown>[] = []
    for (let call = 0; call < 4; call += 1) {
      asked.push(node.accept(given()))
      await turns()
    }
    for (let request = 0; request < 300; request += 1) asked.push(node.accept(given()))
    await turns()
    assert.deepEqual(sizes, [1, 1, 1, 1])
    answers.shift()?.()
    await turns()
    assert.deepEqual(sizes, [1, 1, 1, 1, 250])
    for (let answer = answers.shift(); answer !== undefined; answer = answers.shift()) {
      answer()
      await turns()
    }
    assert.equal((await Promise.all(asked)).length, 304)
    assert.deepEqual(sizes, [1, 1, 1, 1, 250, 50])
  })

  test('answer each request for itself', async () => {
    const hooks: Hooks = {
      onFault: 'refuse',
      beforeAccepting: (requests) =>
        requests.map(({ request }) =>
          request.messages[0]?.text === 'no' ? { refuse: { category: 'forbidden', text: 'No' } } : undefined,
        ),
    }
    const { node, metrics } = createNode({ hooks })
    const [yes, no] = await Promise.allSettled([node.accept(given()), node.accept(given('no'))])
    assert.deepEqual([yes.status, no.status === 'rejected' && no.reason.code], ['fulfilled', 'refused-by-hook'])
    assert.equal(metrics.value('hook_faults', { plugin: 'hooks' }), 0)
  })

  test('choose routes for several requests in one call', async () => {
    let calls = 0
    const hooks: Hooks = {
      onFault: 'refuse',
      beforeRouting(messages) {
        calls += 1
        return messages.map(() => undefined)
      },
    }
    const { node } = createNode({ hooks })
    const routes = await Promise.all([node.route([message, message]), node.route([]), node.route([message])])
    assert.deepEqual([routes, calls], [[['default', 'default'], [], ['default']], 1])
  })

  test('that take too long are counted, logged once in a while, and refuse', async () => {
    const { node, clock, logger, metrics } = createNode({
      slow: { onFault: 'refuse', deadlineMs: 20, beforeAccepting: () => new Promise(() => {}) },
    })
    const ask = async () => {
      const asked = assert.rejects(node.accept(given()), { category: 'unavailable', code: 'hook-failed' })
      await turns()
      clock.advance(20)
      await asked
    }
    await ask()
    await ask()
    assert.equal(metrics.value('hook_faults', { plugin: 'slow' }), 2)
    const lines = () => logger.at('error').map(({ text, fields }) => [text, fields.instance, fields.call])
    const line = ['a hook has failed: what it was asked about is refused', 'slow', 'beforeAccepting']
    assert.deepEqual(lines(), [line])
    clock.advance(10_000)
    await ask()
    assert.deepEqual(lines(), [line, line])
  })
})
