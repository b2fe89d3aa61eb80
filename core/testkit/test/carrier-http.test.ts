import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type OutboundReply,
  type Plugin,
  type RouteSpec,
} from '@heliograph/contracts'
import type { CallbackCase } from '../src/conformance/callback-checks.ts'
import { withCarrierKit } from '../src/conformance/carrier-kit.ts'
import { type CarrierCase, carrierChecks } from '../src/conformance/run-carrier-conformance.ts'
import { type Context, tinyCarrierOptions } from './fixtures/carrier-mistakes.ts'
import { checkToken, createHttpCarrier, httpCarrier, NETWORK_URL, TOKEN, tellReceipt } from './fixtures/http-carrier.ts'
import { CARRIER_HTTP_FAULTS } from './planted/carrier-http-faults.ts'
import { assertFails } from './planted/planted-fault.ts'

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

const receipt = { method: 'POST', path: '/receipts', headers: { 'x-token': TOKEN }, body: '17' } as const

const CALLBACKS: readonly CallbackCase[] = [
  {
    name: 'a receipt',
    request: receipt,
    response: { status: 204, body: '' },
    receipts: [{ networkId: '17', status: 'delivered' }],
  },
  { name: 'no receipt', request: { ...receipt, body: 'x' }, response: { status: 400, body: 'The body is no id' } },
  { name: 'a receipt that tells nothing', request: receipt, response: { status: 204 } },
]

const FAILING: ReadonlyMap<string, RegExp> = new Map([
  ['a scripted reply that nobody asked for', /were not asked for/],
  ['a request that is not made', /outbound should be 0 elements/],
  ['a receipt that tells nothing', /receipts should be 0 elements/],
])

const options = {
  ...tinyCarrierOptions,
  config: { token: TOKEN },
  receipts: false,
  http: taking,
  cases: CASES,
  callbacks: CALLBACKS,
}

/** A route without what `httpCarrier` does for every callback. */
const handling =
  (handler: (request: HttpRequest, context: Context) => HttpResponse | Promise<HttpResponse>) =>
  ({ routes }: Plugin, context: Context): Partial<Plugin> => ({
    routes: [{ ...(routes?.[0] as RouteSpec), handler: (request) => handler(request, context) }],
  })

const MISTAKES: readonly (readonly [
  name: string,
  changes: Parameters<typeof createHttpCarrier>[0],
  fails: string,
  because: RegExp,
])[] = [
  ['no form for errors', () => ({ formatError: undefined as never }), 'has routes and a form for errors', /missing/],
  ['no routes', () => ({ routes: [] }), 'has routes and a form for errors', /disagree/],
  [
    'a success that contains an error',
    () => ({ formatError: () => ({ status: 200 }) }),
    'formatError gives unauthenticated a form',
    /status of success/,
  ],
  [
    'callbacks of anybody',
    handling(async (request, context) => {
      await tellReceipt(request, context)
      return { status: 204 }
    }),
    'refuses without credentials: a receipt',
    /status should be 401/,
  ],
  [
    'a token of which the beginning is enough',
    handling(async (request, context) => {
      const given = request.headers['x-token'] ?? ''
      if (given === '' || !TOKEN.startsWith(given))
        throw new GatewayError('unauthenticated', 'bad-token', 'Wrong token')
      await tellReceipt(request, context)
      return { status: 204 }
    }),
    'refuses with credentials that are cut off: a receipt',
    /status should be 401/,
  ],
  [
    'a refusal that comes too late',
    handling(async (request, context) => {
      await tellReceipt(request, context)
      throw new GatewayError('unauthenticated', 'bad-token', 'Wrong token')
    }),
    'refuses with wrong credentials: a receipt',
    /reached the gateway anyway/,
  ],
  [
    'an acknowledgement of what is lost',
    handling(async (request, context) => {
      await tellReceipt(request, context).catch(() => {})
      return { status: 204 }
    }),
    'does not acknowledge what the gateway cannot take: a receipt',
    /will not call again/,
  ],
  [
    'an acknowledgement before it is stored',
    handling((request, context) => {
      checkToken(request, TOKEN)
      void tellReceipt(request, context)
      return { status: 204 }
    }),
    'acknowledges only what is stored: a receipt',
    /acknowledged before it is stored/,
  ],
  [
    'an acknowledgement that does not wait for ever',
    handling(async (request, context) => {
      checkToken(request, TOKEN)
      const late = new Promise<void>((resolve) => void context.clock.after(10_000, resolve))
      await Promise.race([tellReceipt(request, context), late])
      return { status: 204 }
    }),
    'acknowledges only what is stored: a receipt',
    /acknowledged before it is stored/,
  ],
  [
    'ids of receipts that are numbers',
    handling(async (request, context) => {
      checkToken(request, TOKEN)
      const body = Buffer.from(String(Number(request.body.toString())))
      await tellReceipt({ ...request, body }, context)
      return { status: 204 }
    }),
    'hands network ids on as they came: a receipt',
    /id 00017 became 17/,
  ],
  [
    'ids of receipts without zeros',
    handling(async (request, context) => {
      checkToken(request, TOKEN)
      const body = Buffer.from(request.body.toString().replace(/^0+/, ''))
      await tellReceipt({ ...request, body }, context)
      return { status: 204 }
    }),
    'hands network ids on as they came: a receipt',
    /00017 became 17/,
  ],
  [
    'a second callback for anybody',
    handling(async (request, context) => {
      if (request.body.length > 2) checkToken(request, TOKEN)
      await tellReceipt(request, context)
      return { status: 204 }
    }),
    'refuses without credentials: a receipt',
    /status should be 401/,
  ],
  [
    'a handler that breaks at what is no text',
    handling(({ body }) => ({ status: 200, body: decodeURIComponent(`%${body.toString()}`) })),
    'answers what is no callback at all',
    /failed inside/,
  ],
]

describe('a carrier over HTTP', () => {
  const groups = carrierChecks(httpCarrier, options).filter(({ name }) =>
    ['links', 'opening and closing', 'failures of the network', 'table', 'callbacks'].includes(name),
  )
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
      const { status } = await kit.request(receipt)
      assert.equal(status, 204)
      assert.equal(kit.engine.inbox.receipts[0]?.receipt.networkId, '17')
      assert.equal((await kit.request({ method: 'GET', path: '/receipts' })).status, 405)
    }))

  for (const [name, changes, fails, because] of MISTAKES) {
    test(`that has ${name} is found out`, async () => {
      const check = carrierChecks(createHttpCarrier(changes), options)
        .flatMap(({ checks }) => checks)
        .find((each) => each.name === fails)
      assert.ok(check, `there is no check '${fails}'`)
      await assert.rejects(async () => check.run(), { message: because })
    })
  }

  for (const fault of CARRIER_HTTP_FAULTS) {
    const { fails, name, parts, plugin = () => ({}) } = fault
    test(`that has ${name} is found out`, async () => {
      const check = carrierChecks(createHttpCarrier(plugin, parts), options)
        .flatMap(({ checks }) => checks)
        .find((each) => each.name === fails)
      assert.ok(check, `there is no check '${fails}'`)
      await assertFails(check.run, fault)
    })
  }
})
