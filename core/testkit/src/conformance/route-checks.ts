import assert from 'node:assert/strict'
import type { RouteSpec } from '@heliograph/contracts'
import { createRouter, type InjectedResponse } from '@heliograph/http'
import type { AdapterCase } from './adapter-case.ts'
import { type AdapterKit, createAdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, prepareRow, refusalOf, rulesOf } from './adapter-suite.ts'
import { examplePath } from './body-checks.ts'
import type { Check } from './check.ts'
import { withoutCredentials } from './credential-checks.ts'
import { holdsCredential } from './credential-requests.ts'
import { ordinaryRows } from './distinct-rows.ts'
import { type ResponseExpectation, responseDifference } from './expectation.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'

/** Services through which a request is admitted or refused. */
export const GATEKEEPERS =
  /^heliograph\.(directory|tokens|rate-limits|logins|smpp-logins|sessions|address-limits|clients|state-store)\./

/** A request of the table or of a read, with the preparations that it needs. */
interface Attempt {
  readonly name: string
  /** Those of one kind go through the same code; undefined for a request that is made when it is sent. */
  readonly kind: string | undefined
  prepare(kit: AdapterKit): Promise<TestRequest>
}

/** The result of a request. */
interface Trial extends Attempt {
  readonly route: string
  readonly hasKey: boolean
  /** The request made the module call a service that does the work. */
  readonly works: boolean
  /** The request has no key and was not refused. */
  readonly isOpen: boolean
}

/**
 * Checks every route without credentials, not only that of the good row. A route counts as open to everyone when a row
 * of the table gets through without a key.
 */
export function routeChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.credentials || !suite.module.capabilities.http) return []
  let tried: Promise<readonly Trial[]> | undefined
  const trials = () => {
    tried ??= tryAll(suite)
    return tried
  }
  return [
    { name: 'refuses every row and read without credentials', run: async () => checkRows(suite, await trials()) },
    { name: 'does nothing on any route without credentials', run: async () => checkRoutes(suite, await trials()) },
  ]
}

/** The requests of the table and of the reads. */
function attemptsOf(suite: AdapterSuite): readonly Attempt[] {
  const rows = ordinaryRows(suite, suite.cases).map((row) => ({
    name: row.name,
    kind: kindWithKey(suite, row),
    prepare: (kit: AdapterKit) => prepareRow(row, kit),
  }))
  const reads = suite.reads.map((read) => ({
    name: read.name,
    kind: undefined,
    prepare: async (kit: AdapterKit) => read.request({ ...NO_MESSAGE, ...kit.engine.messages[0] } as never),
  }))
  return [...rows, ...reads]
}

/** The kind of a request with a key, which says in which headers it has something. */
function kindWithKey(suite: AdapterSuite, row: AdapterCase): string | undefined {
  const { base = {} } = suite.world
  const { request } = row
  if (typeof request === 'function' || !holdsCredential(base, request, rulesOf(suite.credentials).keyForm))
    return undefined
  const { headers = {} } = toInjectedRequest(mergeRequests(base, request))
  return `${suite.kinds.of(row)?.name} ${Object.keys(headers).sort().join()}`
}

const NO_MESSAGE = { smsId: 1, messageId: 'id', bulkId: 'bulk', to: '27821234567', from: '27820001234', reference: 'r' }

/** Sends the requests; of each kind no more after one that did its work. */
async function tryAll(suite: AdapterSuite): Promise<readonly Trial[]> {
  const known = new Set<string>()
  const trials: Trial[] = []
  for (const attempt of attemptsOf(suite)) {
    if (attempt.kind !== undefined && known.has(attempt.kind)) continue
    const trial = await tryOut(suite, attempt)
    trials.push(trial)
    if (attempt.kind !== undefined && trial.works) known.add(attempt.kind)
  }
  return trials
}

async function checkRows(suite: AdapterSuite, trials: readonly Trial[]): Promise<void> {
  for (const { name, prepare, hasKey, works } of trials) {
    if (!hasKey || !works) continue
    await withAdapterKit(suite.module, suite.world, async (kit) => {
      const request = await prepare(kit)
      const before = kit.asked.calls.length
      const response = await kit.request(withoutCredentials(suite, request))
      assertNothingDone(kit, before, name)
      // Another error of the request may be reported first.
      if (response.status < 400) assertRefused(response, refusalOf(suite), name)
    })
  }
}

function assertRefused(response: InjectedResponse, refusal: ResponseExpectation, name: string): void {
  const problem = responseDifference(response, refusal)
  if (problem) assert.fail(`'${name}' without credentials: ${problem}`)
}

function assertNothingDone(kit: AdapterKit, before: number, what: string): void {
  const done = kit.asked.calls.slice(before).find((call) => !GATEKEEPERS.test(call.name))
  assert.ok(!done, `'${what}' without credentials: ${done?.name} was called`)
}

async function checkRoutes(suite: AdapterSuite, trials: readonly Trial[]): Promise<void> {
  const { adapter } = await createAdapterKit(suite.module, suite.world)
  const open = new Set(trials.filter(({ isOpen }) => isOpen).map(({ route }) => route))
  for (const route of adapter.routes ?? []) {
    if (open.has(`${route.method} ${route.path}`)) continue
    await withAdapterKit(suite.module, suite.world, async (kit) => {
      const before = kit.asked.calls.length
      const method = route.method === 'ANY' ? 'POST' : route.method
      const response = await kit.request(withoutCredentials(suite, { ...EMPTY, method, path: examplePath(route) }))
      assertNothingDone(kit, before, `${route.method} ${route.path}`)
      assert.ok(
        response.status >= 400 || responseDifference(response, refusalOf(suite)) === undefined,
        `${route.method} ${route.path} answers ${response.status} without credentials; a row that sends no key would say that it is open to everybody`,
      )
    })
  }
}

const EMPTY: TestRequest = { query: '', body: '' }

async function tryOut(suite: AdapterSuite, attempt: Attempt): Promise<Trial> {
  return withAdapterKit(suite.module, suite.world, async (kit) => {
    const request = await attempt.prepare(kit)
    const before = kit.asked.calls.length
    const response = await kit.request(request)
    const hasKey = holdsCredential(suite.world.base ?? {}, request, rulesOf(suite.credentials).keyForm)
    return {
      ...attempt,
      route: routeOf(kit.adapter.routes ?? [], mergeRequests(suite.world.base ?? {}, request)),
      hasKey,
      works: kit.asked.calls.slice(before).some(({ name }) => !GATEKEEPERS.test(name)),
      isOpen: !hasKey && response.status < 400 && responseDifference(response, refusalOf(suite)) !== undefined,
    }
  })
}

/** The route that takes the request, as `GET /path/:id`. */
function routeOf(routes: readonly RouteSpec[], { method = 'GET', path = '/' }: TestRequest): string {
  const neutral = () => ({ status: 500 })
  const router = createRouter([{ instanceId: 'routes', routes, formatError: neutral }])
  const { pattern } = router.find(method, path)
  const own = routes.find((route) => route.path === pattern && route.method === method)
  return `${own?.method ?? 'ANY'} ${pattern}`
}
