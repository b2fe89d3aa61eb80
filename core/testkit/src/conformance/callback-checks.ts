import assert from 'node:assert/strict'
import type { ErrorCategory, NetworkIncoming, NetworkReceipt, RouteSpec } from '@heliograph/contracts'
import { DEFAULT_BODY_LIMIT, type InjectedResponse } from '@heliograph/http'
import { ERROR_CATEGORIES } from '../documentation/errors-table.ts'
import type { Partially } from './adapter-case.ts'
import { examplePath, GARBAGE_TYPES, garbage, METHODS } from './body-checks.ts'
import { checkHeld, checkId, prepare, watchInbox } from './callback-promises.ts'
import {
  type AnyPluginModule,
  type CarrierKit,
  type CarrierWorld,
  createCarrierKit,
  withCarrierKit,
} from './carrier-kit.ts'
import type { Check } from './check.ts'
import { mapTexts } from './credential-checks.ts'
import { assertDiscreet, shownBy } from './discretion.ts'
import { assertErrorForm, assertFormOfOddText } from './error-checks.ts'
import { malformation, type ResponseExpectation, responseDifference } from './expectation.ts'
import { difference } from './match.ts'
import { AWKWARD_IDS } from './network-tap.ts'
import { secretsOf } from './schema-fields.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'

/** One request with which the network of a carrier calls back, and its expected effects. @stability experimental */
export interface CallbackCase {
  readonly name: string
  /** Sets the scene: submits the message that a receipt is about, say. The links are open. */
  readonly before?: ((kit: CarrierKit) => void | Promise<void>) | undefined
  readonly request: TestRequest | ((kit: CarrierKit) => TestRequest | Promise<TestRequest>)
  readonly response: ResponseExpectation
  /** The receipts that reached the gateway through it, in order. Default none. */
  readonly receipts?: readonly Partially<NetworkReceipt & Record<string, unknown>>[] | undefined
  readonly incoming?: readonly Partially<NetworkIncoming & Record<string, unknown>>[] | undefined
}

/** How callbacks prove their origin. @stability experimental */
export interface CallbackRules {
  /** The answer to a callback without proof. Default `{ status: 401 }`. */
  readonly refusal?: ResponseExpectation | undefined
  /** The request without its proof. By default every text that contains a secret of the configuration is removed. */
  readonly without?: ((request: TestRequest) => TestRequest) | undefined
  /** The request with a wrong proof. By default the secrets of the configuration are replaced by others. */
  readonly wrong?: ((request: TestRequest) => TestRequest) | undefined
  /** Signs again a request that the kit has changed, for proofs that depend on what is in it. */
  readonly sign?: ((request: TestRequest) => TestRequest) | undefined
}

/** @stability experimental */
export interface CallbackOptions extends CarrierWorld {
  readonly callbacks?: readonly CallbackCase[] | undefined
  /** `false` for a network that proves nothing; the operator has to restrict its addresses. */
  readonly callbackCredentials?: CallbackRules | false | undefined
}

/** The contract's rules for the routes of a plugin, for carriers whose network calls back. */
export function callbackChecks(module: AnyPluginModule, options: CallbackOptions): readonly Check[] {
  const agreement = {
    name: module.capabilities.http ? 'has routes and a form for errors' : 'has no routes for its network',
    run: () => checkParts(module, options),
  }
  if (!module.capabilities.http) return [agreement]
  const { callbacks = [] } = options
  const rows = callbacks.map((row) => ({ name: row.name, run: () => runCallback(module, options, row) }))
  const telling = callbacks.filter(({ receipts = [], incoming = [] }) => receipts.length + incoming.length > 0)
  return [
    agreement,
    {
      name: 'its table shows what its network tells',
      run: () =>
        assert.ok(telling.length > 0, 'no callback of the table tells the gateway of a receipt or an incoming SMS'),
    },
    ...ERROR_CATEGORIES.map((category) => ({
      name: `formatError gives ${category} a form`,
      run: () => checkFormat(module, options, category),
    })),
    {
      name: 'formatError keeps its form, whatever its text says',
      run: async () => assertFormOfOddText((await createCarrierKit(module, options)).plugin),
    },
    { name: 'answers what is no callback at all', run: () => checkGarbage(module, options) },
    { name: 'answers methods that a path lacks', run: () => checkMethods(module, options) },
    ...rows,
    ...telling.flatMap((row) => derivedChecks(module, options, row)),
  ]
}

async function checkParts(module: AnyPluginModule, options: CarrierWorld): Promise<void> {
  const { plugin } = await createCarrierKit(module, options)
  const { http = false } = module.capabilities
  assert.equal((plugin.routes?.length ?? 0) > 0, http, 'routes and the capability http disagree')
  if (http) assert.equal(typeof plugin.formatError, 'function', 'formatError is missing')
}

async function checkFormat(module: AnyPluginModule, options: CarrierWorld, category: ErrorCategory): Promise<void> {
  const { plugin } = await createCarrierKit(module, options)
  assertErrorForm(plugin, category, [])
}

async function runCallback(module: AnyPluginModule, options: CarrierWorld, row: CallbackCase): Promise<void> {
  await withCarrierKit(module, options, async (kit) => {
    const request = await prepare(kit, row)
    const reported = watchInbox(kit)
    const response = await kit.settled(kit.request(request))
    const { receipts, incoming } = reported()
    const problem =
      responseDifference(response, row.response) ??
      difference(receipts, row.receipts ?? [], 'receipts') ??
      difference(incoming, row.incoming ?? [], 'incoming')
    if (problem) assert.fail(problem)
    assertDiscreet(module, kit, [], shownBy(response))
  })
}

function derivedChecks(module: AnyPluginModule, options: CallbackOptions, good: CallbackCase): readonly Check[] {
  const { callbackCredentials = {} } = options
  const rules = callbackCredentials === false ? undefined : callbackCredentials
  const refused = (name: string, change: (kit: CarrierKit, request: TestRequest) => TestRequest, refusal: Refusal) => ({
    name: `${name}: ${good.name}`,
    run: () =>
      withCarrierKit(module, options, async (kit) => {
        const request = change(kit, await prepare(kit, good))
        const reported = watchInbox(kit)
        refusal(await kit.settled(kit.request(request)))
        assert.deepEqual(reported(), { receipts: [], incoming: [] }, 'it reached the gateway anyway')
      }),
  })
  const refusal: Refusal = (response) => {
    const problem = responseDifference(response, rules?.refusal ?? { status: 401 })
    if (problem) assert.fail(problem)
  }
  const credentials = rules
    ? [
        refused(
          'refuses without credentials',
          (kit, request) => (rules.without ?? withoutSecrets(module, kit))(request),
          refusal,
        ),
        refused(
          'refuses with wrong credentials',
          (kit, request) => (rules.wrong ?? withOthers(module, kit))(request),
          refusal,
        ),
        ...(rules.wrong === undefined ? Object.entries(NEARLY) : []).map(([name, nearly]) =>
          refused(
            `refuses with credentials that are ${name}`,
            (kit, request) => withNearly(module, kit, nearly)(request),
            refusal,
          ),
        ),
      ]
    : []
  return [
    ...credentials,
    refused('refuses a body over the limit', tooLarge, (response) =>
      assert.ok(response.status >= 400, `a body that is too large is answered with ${response.status}`),
    ),
    {
      name: `does not acknowledge what the gateway cannot take: ${good.name}`,
      run: () =>
        withCarrierKit(module, options, async (kit) => {
          const request = await prepare(kit, good)
          kit.engine.failNext('unavailable', 'network')
          const { status } = await kit.settled(kit.request(request))
          assert.equal(kit.engine.waitingFaults, 0, 'it did not reach the gateway')
          assert.ok(status >= 400, `it is answered with ${status}, and the network will not call again`)
        }),
    },
    {
      name: `acknowledges only what is stored: ${good.name}`,
      run: () => withCarrierKit(module, options, (kit) => checkHeld(kit, good)),
    },
    {
      name: `hands network ids on as they came: ${good.name}`,
      run: async () => {
        for (const id of AWKWARD_IDS) {
          await withCarrierKit(module, options, (kit) => checkId(kit, good, id, rules?.sign))
        }
      },
    },
  ]
}

type Refusal = (response: InjectedResponse) => void

const NO_SECRET =
  'no secret of the configuration is in the request: say in `callbackCredentials` how it proves where it comes from'

/** The request without every text that contains a secret of the configuration. */
export function withoutSecrets(
  module: AnyPluginModule,
  kit: Pick<CarrierKit, 'config'>,
): (request: TestRequest) => TestRequest {
  const secrets = secretsOf(module.configSchema, kit.config)
  return (request) => {
    assert.ok(
      secrets.some((secret) => JSON.stringify(request).includes(secret)),
      NO_SECRET,
    )
    const cut = mapTexts(request, (text) => (secrets.some((secret) => text.includes(secret)) ? undefined : text))
    return { query: '', body: '', ...cut }
  }
}

/** The request with other secrets. */
export function withOthers(
  module: AnyPluginModule,
  kit: Pick<CarrierKit, 'config'>,
): (request: TestRequest) => TestRequest {
  const secrets = secretsOf(module.configSchema, kit.config)
  return (request) => {
    assert.ok(
      secrets.some((secret) => JSON.stringify(request).includes(secret)),
      NO_SECRET,
    )
    return mapTexts(request, (text) =>
      secrets.reduce((changed, secret) => changed.replaceAll(secret, otherThan(secret)), text),
    )
  }
}

/** The request with secrets of which only the beginning is right: one letter too few, or one too many. */
export function withNearly(
  module: AnyPluginModule,
  kit: Pick<CarrierKit, 'config'>,
  nearly: (secret: string) => string,
): (request: TestRequest) => TestRequest {
  const secrets = secretsOf(module.configSchema, kit.config)
  return (request) =>
    mapTexts(request, (text) => secrets.reduce((changed, secret) => changed.replaceAll(secret, nearly(secret)), text))
}

/** Secrets that are nearly right, by what is wrong with them. */
export const NEARLY: Readonly<Record<string, (secret: string) => string>> = {
  'cut off': (secret) => secret.slice(0, -1),
  'too long': (secret) => `${secret}Z`,
}

/** Another secret of the same length, so that a comparison cannot fail on the length alone. */
function otherThan(secret: string): string {
  return (secret.startsWith('Z') ? 'Y' : 'Z') + secret.slice(1)
}

function tooLarge(kit: CarrierKit, request: TestRequest): TestRequest {
  const { body, headers } = toInjectedRequest(request)
  const largest = Math.max(...(kit.plugin.routes ?? []).map(({ bodyLimit = DEFAULT_BODY_LIMIT }) => bodyLimit))
  const padded = Buffer.concat([Buffer.from(body ?? ''), Buffer.alloc(largest + 1, ' ')])
  return mergeRequests(request, { body: padded, headers: { 'content-type': headers?.['content-type'] } })
}

async function checkGarbage(module: AnyPluginModule, options: CarrierWorld): Promise<void> {
  await eachRoute(module, options, async (kit, route) => {
    const method = route.method === 'ANY' ? 'POST' : route.method
    const path = examplePath(route)
    for (const type of GARBAGE_TYPES)
      await calm(kit, { method, path, body: garbage(), headers: { 'content-type': type } })
    await calm(kit, { method, path, query: '%&=%00&a=%ff&&a[b]=1&=', body: '' })
  })
}

async function checkMethods(module: AnyPluginModule, options: CarrierWorld): Promise<void> {
  await eachRoute(module, options, async (kit, route) => {
    const own = (kit.plugin.routes ?? []).filter(({ path }) => path === route.path).map(({ method }) => method)
    if (own.includes('ANY')) return
    for (const method of METHODS.filter((each) => !own.includes(each))) {
      await calm(kit, { method, path: examplePath(route), body: '' })
    }
  })
}

async function eachRoute(
  module: AnyPluginModule,
  options: CarrierWorld,
  work: (kit: CarrierKit, route: RouteSpec) => Promise<void>,
): Promise<void> {
  const { plugin } = await createCarrierKit(module, options)
  for (const index of (plugin.routes ?? []).keys()) {
    await withCarrierKit(module, options, async (kit) => {
      await kit.open()
      await work(kit, kit.plugin.routes?.[index] as RouteSpec)
    })
  }
}

/**
 * Sends the request and expects a proper answer: well-formed, no internal failure, and nothing reported to the gateway.
 */
async function calm(kit: CarrierKit, request: TestRequest): Promise<void> {
  kit.log.clear()
  const reported = watchInbox(kit)
  const problem = malformation(await kit.settled(kit.request(request)))
  if (problem) assert.fail(problem)
  assert.deepEqual(kit.log.at('error'), [], 'the request failed inside')
  assert.deepEqual(reported(), { receipts: [], incoming: [] })
}
