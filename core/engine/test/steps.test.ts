import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Step, Steps } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'
import { receivers } from './support/webhook-world.ts'

const URL = 'https://client.example/dlr'
const [ANNA, BEN] = ['27821110001', '27821110002'] as const

describe('the steps of requests', () => {
  const link = new FakeLink()
  const receiver = receivers(() => ({ status: 204 }))
  let node: Harness
  let seen: Step[] = []
  let unwatch = () => {}
  before(async () => {
    node = await startEngine({ carriers: new Map([['fake', carrierOf(link)]]), http: receiver.http, credit: '1.00' })
  })
  after(() => node.close())
  beforeEach(() => {
    seen = []
    unwatch()
    const steps = node.engine.services.find(({ token }) => token.id === Steps.id)?.service as Steps
    unwatch = steps.watch((step) => seen.push(step))
  })

  const kinds = () => seen.map(({ kind }) => kind).sort()

  async function report(smsId: number, part = 1): Promise<void> {
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', 'the network has it')
    await node.engine.network.receipt({
      carrier: 'fake',
      link: 'main',
      networkId: networkIdOf(smsId, 1, part),
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: new Date(),
    })
  }

  async function submit(...args: Parameters<Harness['submit']>): Promise<readonly number[]> {
    return (await node.submit(...args)).entries.map(({ smsId }) => smsId)
  }

  test('are told from the commit to the webhook, each once, with what belongs to it', async () => {
    const smsIds = await submit({ to: [ANNA, BEN], notifyUrl: URL }, { requestId: 'r-1' })
    for (const smsId of smsIds) await report(smsId)
    await node.until(() => kinds().filter((kind) => kind === 'webhook').length === 2, 'the client is told')
    assert.deepEqual(kinds(), ['accept', 'receipt', 'receipt', 'submit', 'submit', 'webhook', 'webhook'])
    const reported = (kind: Step['kind']) =>
      seen
        .filter((step) => step.kind === kind)
        .map(({ startedAt, endedAt, ...step }) => {
          assert.ok(startedAt <= endedAt && Math.abs(endedAt - Date.now()) < 60_000)
          return step
        })
    const common = { requestId: 'r-1', link: 'fake/main', attempt: 1 }
    const [first] = smsIds as readonly [number]
    const { clientId } = node.principal
    assert.deepEqual(reported('accept'), [
      { kind: 'accept', requestId: 'r-1', origin: 'test', clientId, messages: 2, smsId: first },
    ])
    assert.deepEqual(
      reported('submit'),
      smsIds.map((smsId) => ({ kind: 'submit', ...common, smsId, outcome: 'accepted' })),
    )
    assert.deepEqual(
      reported('receipt'),
      smsIds.map((smsId) => ({ kind: 'receipt', ...common, smsId, part: 1, status: 'delivered' })),
    )
    assert.deepEqual(
      reported('webhook')
        .map((step) => [step.requestId, step.kind === 'webhook' && [step.smsId, step.status]])
        .sort(),
      smsIds.map((smsId) => ['r-1', [smsId, 204]]),
    )
    assert.deepEqual(
      receiver.requests.map(({ headers }) => headers?.['X-Request-Id']),
      ['r-1', 'r-1'],
    )
  })

  const RECEIPTS: readonly (readonly [what: string, text: string, parts: number])[] = [
    ['that nobody has to be told of', 'quiet', 1],
    ['of a part of a long message', 'x'.repeat(200), 2],
  ]
  for (const [what, text, parts] of RECEIPTS) {
    test(`include a receipt ${what}`, async () => {
      const [smsId] = (await submit({ to: ANNA, text }, { requestId: 'r-2' })) as readonly [number]
      for (let part = 1; part <= parts; part += 1) await report(smsId, part).catch(() => undefined)
      await node.until(() => kinds().includes('receipt'), 'it is told')
    })
  }

  test('include nothing of messages without a request, and nothing that was not stored', async () => {
    const [smsId] = (await submit({ to: ANNA, notifyUrl: URL })) as readonly [number]
    await report(smsId)
    await node.until(() => receiver.requests.length === 3, 'the client is told')
    await assert.rejects(node.submit({ to: ANNA, text: 'x'.repeat(9_000) }, { requestId: 'r-3' }), {
      code: 'no-credit',
    })
    assert.deepEqual(seen, [])
  })

  test('are not told when nobody watches', async () => {
    unwatch()
    const [smsId] = (await submit({ to: ANNA }, { requestId: 'r-4' })) as readonly [number]
    await report(smsId)
    assert.deepEqual(seen, [])
  })
})
