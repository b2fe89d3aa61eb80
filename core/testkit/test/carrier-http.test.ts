import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OutboundError, type OutboundReply } from '@heliograph/contracts'
import { withCarrierKit } from '../src/conformance/carrier-kit.ts'
import { type CarrierCase, carrierChecks } from '../src/conformance/run-carrier-conformance.ts'
import { tinyCarrierOptions } from './fixtures/carrier-mistakes.ts'
import { httpCarrier, NETWORK_URL } from './fixtures/http-carrier.ts'

let lastId = 0
const taking = (): Partial<OutboundReply> => ({
  status: 200,
  body: JSON.stringify([++lastId, ++lastId, ++lastId].map(String)),
})

const CASES: readonly CarrierCase[] = [
  {
    name: 'asks the network',
    message: { to: '27831234567', text: 'Hello' },
    outcomes: [{ kind: 'accepted' }],
    outbound: [{ method: 'POST', url: NETWORK_URL, body: '{"to":"27831234567","text":"Hello"}' }],
  },
  {
    name: 'waits when it is asked to',
    before: (kit) => kit.http.script({ status: 429 }),
    message: {},
    outcomes: [{ kind: 'throttled', status: 'HTTP 429' }],
  },
  {
    name: 'a scripted reply that nobody asked for',
    before: (kit) => kit.http.script({ status: 429 }, { status: 429 }),
    message: {},
    outcomes: [{ kind: 'throttled' }],
  },
  { name: 'a request that is not made', message: {}, outcomes: [{ kind: 'accepted' }], outbound: [] },
]

const FAILING: ReadonlyMap<string, RegExp> = new Map([
  ['a scripted reply that nobody asked for', /were not asked for/],
  ['a request that is not made', /outbound should be 0 elements/],
])

const options = { ...tinyCarrierOptions, receipts: false, http: taking, cases: CASES }

describe('a carrier over HTTP', () => {
  const groups = carrierChecks(httpCarrier, options).filter(({ name }) => name === 'links' || name === 'table')
  for (const check of groups.flatMap(({ checks }) => checks)) {
    const because = FAILING.get(check.name)
    test(check.name, async () => {
      if (because) await assert.rejects(async () => check.run(), { message: because })
      else await check.run()
    })
  }

  test('has its routes asked by kit.request', () =>
    withCarrierKit(httpCarrier, options, async (kit) => {
      await kit.open()
      const { status } = await kit.request({ method: 'POST', path: '/receipts', body: '17' })
      assert.equal(status, 204)
      assert.equal(kit.engine.inbox.receipts[0]?.receipt.networkId, '17')
      assert.equal((await kit.request({ method: 'GET', path: '/receipts' })).status, 405)
    }))

  test('that lets a failed request reject its submit is found out', async () => {
    const failing = { ...options, http: () => new OutboundError('timeout', 'no reply') }
    const check = carrierChecks(httpCarrier, failing)
      .flatMap(({ checks }) => checks)
      .find(({ name }) => name === 'a message of one part is answered')
    await assert.rejects(async () => check?.run(), { message: /no reply/ })
  })
})
