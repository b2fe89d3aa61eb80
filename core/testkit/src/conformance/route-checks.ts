import assert from 'node:assert/strict'
import type { RouteSpec } from '@heliograph/contracts'
import { createRouter, type InjectedResponse } from '@heliograph/http'
import { type AdapterKit, createAdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, prepareRow, refusalOf, rulesOf } from './adapter-suite.ts'
import { examplePath } from './body-checks.ts'
import type { Check } from './check.ts'
import { withoutCredentials } from './credential-checks.ts'
import { holdsCredential } from './credential-requests.ts'
import { type ResponseExpectation, responseDifference } from './expectation.ts'
import { mergeRequests, type TestRequest } from './test-request.ts'

/** Services through which a request is admitted or refused. */
export const GATEKEEPERS =
  /^heliograph\.(directory|tokens|rate-limits|logins|smpp-logins|sessions|address-limits|clients|state-store)\./

/** The result of a request of the table. */
interface Trial {
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
  return [
    { name: 'refuses every row and read without credentials', run: () => checkRows(suite) },
    { name: 'does nothing on any route without credentials', run: () => checkRoutes(suite) },
  ]
}

/** The requests of the table and of the reads, each with the preparations it needs. */
function requestsOf(suite: AdapterSuite) {
  const rows = suite.cases.map((row) => ({ name: row.name, prepare: (kit: AdapterKit) => prepareRow(row, kit) }))
  const reads = suite.reads.map((read) => ({
    name: read.name,
    prepare: async (kit: AdapterKit) => read.request({ ...NO_MESSAGE, ...kit.engine.messages[0] } as never),
  }))
  return [...rows, ...reads]
}

const NO_MESSAGE = { smsId: 1, messageId: 'id', bulkId: 'bulk', to: '27821234567', from: '27820001234', reference: 'r' }

async function checkRows(suite: AdapterSuite): Promise<void> {
  for (const { name, prepare } of requestsOf(suite)) {
    const { hasKey, works } = await tryOut(suite, prepare)
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

async function checkRoutes(suite: AdapterSuite): Promise<void> {
  const { adapter } = await createAdapterKit(suite.module, suite.world)
  const open = new Set<string>()
  for (const { prepare } of requestsOf(suite)) {
    const { isOpen, route } = await tryOut(suite, prepare)
    if (isOpen) open.add(route)
  }
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

async function tryOut(suite: AdapterSuite, prepare: (kit: AdapterKit) => Promise<TestRequest>): Promise<Trial> {
  return withAdapterKit(suite.module, suite.world, async (kit) => {
    const request = await prepare(kit)
    const before = kit.asked.calls.length
    const response = await kit.request(request)
    const hasKey = holdsCredential(suite.world.base ?? {}, request, rulesOf(suite.credentials).keyForm)
    return {
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
