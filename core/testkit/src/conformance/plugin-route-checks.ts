import assert from 'node:assert/strict'
import type { RouteSpec } from '@heliograph/contracts'
import { DEFAULT_BODY_LIMIT, type InjectedResponse } from '@heliograph/http'
import { ERROR_CATEGORIES } from '../documentation/errors-table.ts'
import { INTERNAL_TEXT } from '../memory/faults.ts'
import { examplePath, GARBAGE_TYPES, garbage, METHODS, withBody } from './body-checks.ts'
import { NEARLY, withNearly, withOthers, withoutSecrets } from './callback-checks.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { assertDiscreet, shownBy } from './discretion.ts'
import { assertErrorForm, assertFormOfOddText } from './error-checks.ts'
import { malformation, responseDifference } from './expectation.ts'
import { assertSeen, type PluginRouteCase, type PluginTables, withEachCallFailing, withRow } from './plugin-case.ts'
import { createPluginKit, type PluginKit, withPluginKit } from './plugin-kit.ts'
import { type TestRequest, toInjectedRequest } from './test-request.ts'

/** How the routes of a plugin must answer: only to those who may ask, and never with a success that was none. */
export function pluginRouteChecks(module: AnyPluginModule, options: PluginTables): readonly Check[] {
  const agreement = {
    name: module.capabilities.http ? 'has routes and a form for errors' : 'has no routes for its peers',
    run: () => checkParts(module, options),
  }
  if (!module.capabilities.http) return [agreement]
  const { routes = [] } = options
  return [
    agreement,
    { name: 'its table asks every route', run: () => checkTable(module, options) },
    ...ERROR_CATEGORIES.map((category) => ({
      name: `formatError gives ${category} a form`,
      run: async () => assertErrorForm((await createPluginKit(module, options)).plugin, category, []),
    })),
    {
      name: 'formatError keeps its form, whatever its text says',
      run: async () => assertFormOfOddText((await createPluginKit(module, options)).plugin),
    },
    {
      name: 'answers octets and queries that are nothing',
      run: () => eachRoute(module, options, checkGarbage),
    },
    { name: 'answers methods that a path lacks', run: () => eachRoute(module, options, checkMethods) },
    ...routes.flatMap((row) => rowChecks(module, options, row)),
  ]
}

async function checkParts(module: AnyPluginModule, options: PluginTables): Promise<void> {
  const { plugin } = await createPluginKit(module, options)
  const { http = false } = module.capabilities
  assert.equal((plugin.routes?.length ?? 0) > 0, http, 'routes and the capability http disagree')
  if (http) assert.equal(typeof plugin.formatError, 'function', 'formatError is missing')
}

async function checkTable(module: AnyPluginModule, { routes = [], ...options }: PluginTables): Promise<void> {
  const { plugin } = await createPluginKit(module, options)
  const bare = (plugin.routes ?? []).filter((route) => !routes.some(({ request }) => isFor(route, request)))
  assert.deepEqual(
    bare.map(({ method, path }) => `${method} ${path}`),
    [],
    'routes that no row of `routes` asks',
  )
}

function isFor({ method, path }: RouteSpec, request: TestRequest): boolean {
  const own = path.split('/')
  const asked = (request.path ?? '/').split('/')
  const isOwn = own.every((part, index) => part === '*' || part.startsWith(':') || part === asked[index])
  const isLong = own.at(-1) === '*' || own.length === asked.length
  return isOwn && isLong && (method === 'ANY' || method === (request.method ?? 'GET'))
}

function rowChecks(module: AnyPluginModule, options: PluginTables, row: PluginRouteCase): readonly Check[] {
  const check = (name: string, work: (kit: PluginKit) => Promise<void>): Check => ({
    name: `${name}${row.name}`,
    run: () => withRow(module, options, row, work),
  })
  const isSuccess = (row.response.status ?? 200) < 400
  return [
    check('', async (kit) => {
      const response = await ask(kit, row.request)
      const problem = responseDifference(response, row.response)
      if (problem) assert.fail(problem)
      assertDiscreet(module, kit, [], shownBy(response))
      await checkEffect(kit, row, 'afterwards')
    }),
    ...(isSuccess && !row.isOpen ? credentialChecks(module, options, row, check) : []),
    check('refuses a body over the limit: ', async (kit) => {
      const { body, headers } = toInjectedRequest(row.request)
      const largest = Math.max(...(kit.plugin.routes ?? []).map(({ bodyLimit = DEFAULT_BODY_LIMIT }) => bodyLimit))
      const padded = Buffer.concat([Buffer.from(body ?? ''), Buffer.alloc(largest + 1, ' ')])
      const { status } = await ask(kit, withBody(row.request, padded, headers?.['content-type']))
      assert.ok(status >= 400, `a body that is too large is answered with ${status}`)
    }),
    ...(isSuccess ? [failureCheck(module, options, row)] : []),
  ]
}

function credentialChecks(
  module: AnyPluginModule,
  { routeCredentials = {} }: PluginTables,
  row: PluginRouteCase,
  check: (name: string, work: (kit: PluginKit) => Promise<void>) => Check,
): readonly Check[] {
  if (routeCredentials === false) return []
  const { refusal = { status: 401 }, without, wrong } = routeCredentials
  const refused = (name: string, change: (kit: PluginKit) => (request: TestRequest) => TestRequest) =>
    check(`refuses ${name} credentials: `, async (kit) => {
      const before = await effects(kit, row)
      const problem = responseDifference(await ask(kit, change(kit)(row.request)), refusal)
      if (problem) assert.fail(problem)
      assert.deepEqual(await effects(kit, row), before, 'it was done anyway')
    })
  return [
    refused('absent', (kit) => without ?? withoutSecrets(module, kit)),
    refused('wrong', (kit) => wrong ?? withOthers(module, kit)),
    ...(wrong === undefined
      ? Object.entries(NEARLY).map(([name, nearly]) => refused(name, (kit) => withNearly(module, kit, nearly)))
      : []),
  ]
}

/** A success that was none would be a loss. */
function failureCheck(module: AnyPluginModule, options: PluginTables, row: PluginRouteCase): Check {
  return {
    name: `is no success when a service fails: ${row.name}`,
    run: () =>
      withEachCallFailing(
        module,
        options,
        row,
        (kit) => ask(kit, row.request),
        async (kit, { isDone, text }, response) => {
          assert.ok(!response.text.includes(INTERNAL_TEXT), `the text of a cause is shown: ${response.text}`)
          if (response.status >= 400 || isDone) return
          assert.ok(row.seen, `${text}, and it is answered with ${response.status}`)
          await checkEffect(kit, row, `${text}, it is answered with ${response.status}, and`)
        },
      ),
  }
}

async function ask(kit: PluginKit, request: TestRequest): Promise<InjectedResponse> {
  const response = await kit.settled(kit.request(request))
  const problem = malformation(response)
  if (problem) assert.fail(problem)
  return response
}

async function checkEffect(kit: PluginKit, { seen, expect }: PluginRouteCase, when: string): Promise<void> {
  if (seen) await assertSeen(kit, { seen, expect }, when)
}

async function effects(kit: PluginKit, { seen }: PluginRouteCase) {
  const { engine, http } = kit
  const counts = [engine.submissions, engine.messages, engine.events, engine.mails, http.requests]
  return { counts: counts.map(({ length }) => length), seen: await seen?.(kit) }
}

async function eachRoute(
  module: AnyPluginModule,
  options: PluginTables,
  work: (kit: PluginKit, route: RouteSpec) => Promise<void>,
): Promise<void> {
  const { plugin } = await createPluginKit(module, options)
  for (const index of (plugin.routes ?? []).keys()) {
    await withPluginKit(module, options, (kit) => work(kit, kit.plugin.routes?.[index] as RouteSpec))
  }
}

async function checkGarbage(kit: PluginKit, route: RouteSpec): Promise<void> {
  const method = route.method === 'ANY' ? 'POST' : route.method
  const path = examplePath(route)
  for (const type of GARBAGE_TYPES)
    await calm(kit, { method, path, body: garbage(), headers: { 'content-type': type } })
  await calm(kit, { method, path, query: '%&=%00&a=%ff&&a[b]=1&=', body: '' })
}

async function checkMethods(kit: PluginKit, route: RouteSpec): Promise<void> {
  const own = (kit.plugin.routes ?? []).filter(({ path }) => path === route.path).map(({ method }) => method)
  if (own.includes('ANY')) return
  for (const method of METHODS.filter((each) => !own.includes(each))) {
    await calm(kit, { method, path: examplePath(route), body: '' })
  }
}

async function calm(kit: PluginKit, request: TestRequest): Promise<void> {
  kit.log.clear()
  await ask(kit, request)
  assert.deepEqual(kit.log.at('error'), [], 'the request failed inside')
}
