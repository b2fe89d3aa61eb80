import assert from 'node:assert/strict'
import type { HttpMethod, RouteSpec } from '@heliograph/contracts'
import { DEFAULT_BODY_LIMIT, type InjectedResponse } from '@heliograph/http'
import { type AdapterKit, createAdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { assertDiscreet, shownBy } from './discretion.ts'
import { malformation } from './expectation.ts'
import { watch } from './run-case.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'

/** Where a body is cut, as fractions of its length. */
const CUTS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99] as const

export const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

/** Requests that are broken below the level of the interface's own rules. */
export function bodyChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.module.capabilities.http) return []
  return [
    { name: 'answers octets that are not text', run: () => checkGarbage(suite) },
    { name: 'answers methods that a path lacks', run: () => checkMethods(suite) },
    ...rowChecks(suite),
  ]
}

function rowChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row) return []
  /** The row's request with its body as octets; undefined when it has no body to break. */
  const octets = async (kit: AdapterKit) => {
    const request = mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit))
    const body = Buffer.from(toInjectedRequest(request).body ?? '')
    const type = toInjectedRequest(request).headers?.['content-type']
    return { request: withBody(request, body, type), body, type }
  }
  const truncated = CUTS.map((cut) => ({
    name: `survives a body cut at ${cut * 100} %: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) => {
        const { request, body, type } = await octets(kit)
        if (body.length === 0) return
        const isJson = /json/i.test(type ?? '')
        await calm(suite, kit, withBody(request, body.subarray(0, Math.floor(body.length * cut)), type), isJson)
      }),
  }))
  const oversized = {
    name: `refuses a body over the limit: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) => {
        const { request, body, type } = await octets(kit)
        const padding = Buffer.alloc(largestLimit(kit.adapter.routes ?? []) + 1, ' ')
        const response = await calm(suite, kit, withBody(request, Buffer.concat([body, padding]), type), true)
        if (suite.errorsLikeSuccess.includes('too-large')) return
        assert.ok(response.status >= 400, `a body that is too large is answered with ${response.status}`)
      }),
  }
  const undecodable = {
    name: `takes no text out of invalid octets: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) =>
        checkUndecodable(await prepareRow(row, kit), kit, suite),
      ),
  }
  return [...truncated, oversized, ...(suite.module.capabilities.submit ? [undecodable] : [])]
}

/**
 * Checks the text of the good row with octets in it that are not valid UTF-8: it may be refused, or read as another
 * charset, but never as U+FFFD.
 */
async function checkUndecodable(row: TestRequest, kit: AdapterKit, suite: AdapterSuite): Promise<void> {
  const request = mergeRequests(suite.world.base ?? {}, row)
  await kit.request(request)
  const texts = kit.engine.messages.map(({ text }) => text)
  for (const broken of texts.flatMap((text) => withBadOctets(request, text))) {
    const before = kit.engine.submissions.length
    await kit.request(broken)
    for (const submission of kit.engine.submissions.slice(before)) {
      const bad = submission.request.messages.find(({ text }) => text.includes('\ufffd'))
      assert.ok(!bad, `octets that are no UTF-8 were silently replaced: the text became ${JSON.stringify(bad?.text)}`)
    }
  }
}

/**
 * The request with the last character of its text replaced by octets: as they are in the body, percent-encoded in a
 * query or a form.
 */
function withBadOctets(request: TestRequest, text: string): readonly TestRequest[] {
  const { body, headers, url } = toInjectedRequest(request)
  const written = Buffer.from(body ?? '').toString('latin1')
  const raw = Buffer.from(text).toString('latin1')
  const forms = [raw, new URLSearchParams({ a: text }).toString().slice(2), encodeURIComponent(text)]
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  return forms.flatMap((form) => {
    const start = form.slice(0, -1)
    const octets = written.includes(form) ? [`${start}\xff`, `${start}\xc3(`] : []
    const escaped = /urlencoded/i.test(headers?.['content-type'] ?? '') && written.includes(form) ? [`${start}%FF`] : []
    const inBody = [...octets, ...escaped].map((bad) =>
      withBody(
        request,
        Buffer.from(
          written.replace(form, () => bad),
          'latin1',
        ),
        headers?.['content-type'],
      ),
    )
    const inQuery = query.includes(form) ? [{ ...request, query: query.replace(form, () => `${start}%FF`) }] : []
    return [...inBody, ...inQuery]
  })
}

/** The content types claimed for bodies that are not of that type. */
export const GARBAGE_TYPES = [undefined, 'application/json', 'application/x-www-form-urlencoded', 'text/xml', '\u007f/']

/** Octets that are not text in any form. */
export function garbage(): Buffer {
  return Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 197 + 0xff) & 0xff))
}

async function checkGarbage(suite: AdapterSuite): Promise<void> {
  await eachRoute(suite, async (kit, route) => {
    const method = route.method === 'ANY' ? 'POST' : route.method
    for (const type of GARBAGE_TYPES) {
      await calm(
        suite,
        kit,
        { method, path: examplePath(route), body: garbage(), headers: { 'content-type': type } },
        true,
      )
    }
    await calm(suite, kit, { method, path: examplePath(route), query: '%&=%00&a=%ff&&a[b]=1&=', body: '' }, true)
  })
}

async function checkMethods(suite: AdapterSuite): Promise<void> {
  await eachRoute(suite, async (kit, route) => {
    const taken = new Set(
      (kit.adapter.routes ?? []).filter(({ path }) => path === route.path).map(({ method }) => method),
    )
    if (taken.has('ANY')) return
    for (const method of METHODS.filter((each) => !taken.has(each))) {
      await calm(suite, kit, { method, path: examplePath(route), body: '' }, true)
    }
  })
}

async function eachRoute(
  suite: AdapterSuite,
  work: (kit: AdapterKit, route: RouteSpec) => Promise<void>,
): Promise<void> {
  const { adapter } = await createAdapterKit(suite.module, suite.world)
  for (const index of (adapter.routes ?? []).keys()) {
    await withAdapterKit(suite.module, suite.world, (kit) => work(kit, kit.adapter.routes?.[index] as RouteSpec))
  }
}

/**
 * Sends the request and expects a proper answer: well-formed, no internal failure, and (with `nothing`) without any
 * effect.
 */
export async function calm(
  suite: AdapterSuite,
  kit: AdapterKit,
  request: TestRequest,
  nothing: boolean,
): Promise<InjectedResponse> {
  kit.log.clear()
  const seen = watch(kit)
  const response = await kit.request(request)
  const problem = malformation(response)
  if (problem) assert.fail(problem)
  assert.deepEqual(kit.log.at('error'), [], 'the request failed inside')
  const { submitted, events, outbound } = seen()
  if (nothing) assert.deepEqual({ submitted, events, outbound }, { submitted: [], events: [], outbound: [] })
  assertDiscreet(suite.module, kit, kit.engine.messages, shownBy(response))
  return response
}

export function withBody(request: TestRequest, body: Buffer, type: string | undefined): TestRequest {
  const { json, form, ...rest } = request
  return { ...rest, body, headers: { ...request.headers, 'content-type': type } }
}

function largestLimit(routes: readonly RouteSpec[]): number {
  return Math.max(...routes.map((route) => route.bodyLimit ?? DEFAULT_BODY_LIMIT))
}

/** A path that matches the route. */
export function examplePath(route: RouteSpec): string {
  return route.path.replace(/:[^/]+/g, '1').replace(/\*$/, 'x')
}
