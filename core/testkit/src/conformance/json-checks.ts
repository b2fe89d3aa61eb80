import assert from 'node:assert/strict'
import type { RouteSpec } from '@heliograph/contracts'
import { DEFAULT_BODY_LIMIT } from '@heliograph/http'
import { bestAttempt } from '../longest-block.ts'
import type { AdapterCase } from './adapter-case.ts'
import { withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import { calm, withBody } from './body-checks.ts'
import type { Check } from './check.ts'
import { mergeRequests, toInjectedRequest } from './test-request.ts'

/** How deep the values nest, where the body limit allows it. */
const DEPTH = 400_000
/** Longest time for which a body may keep the event loop to itself. */
const MOST_MS = 50

/** JSON values of at most so many octets that are well-formed and nothing that a client would send. */
const VALUES: Readonly<Record<string, (octets: number) => string>> = {
  'lists nested 400,000 deep': (octets) => nested('[', '1', ']', octets),
  'objects nested 400,000 deep': (octets) => nested('{"a":', '1', '}', octets),
  'a number of a million digits': (octets) => '1'.repeat(Math.min(1_000_000, octets)),
  'an object with one name a million times': (octets) => repeated('{', '"a":1,', '"a":1}', octets),
  'an object with __proto__ again and again': (octets) => repeated('{', '"__proto__":{"a":1},', '"a":1}', octets),
  'a million escapes': (octets) => repeated('"', '\\u0007', '"', octets),
}

/**
 * For interfaces that read JSON objects: each value of `VALUES` in place of each field of a good row, and in one that
 * the interface does not know.
 */
export function jsonChecks(suite: AdapterSuite): readonly Check[] {
  const row = suite.cases.find((each) => isGoodJson(suite, each)) ?? goodRow(suite)
  if (!suite.module.capabilities.http || !row) return []
  return Object.entries(VALUES).map(([name, value]) => ({
    name: `survives JSON with ${name}: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) => {
        const request = mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit))
        const { body, headers = {}, method = 'GET', url } = toInjectedRequest(request)
        const type = headers['content-type']
        const fields = fieldsOf(Buffer.from(body ?? ''), type)
        if (fields === undefined) return
        const limit = bodyLimitOf(kit.adapter.routes ?? [], method, url)
        for (const field of [...Object.keys(fields), 'unknown']) {
          const octets = bodyWith(fields, field, value, limit)
          const hostile = withBody(request, octets, type)
          const { status } = await calm(suite, kit, hostile, false)
          assert.ok(status < 500, `answered with ${status} in the field ${field}`)
          const longest = await bestAttempt(() => kit.request(hostile), MOST_MS)
          assert.ok(longest <= MOST_MS, `${Math.round(longest)} ms of CPU time in one go for the field ${field}`)
        }
      }),
  }))
}

function isGoodJson({ world }: AdapterSuite, { request, expect }: AdapterCase): boolean {
  if (typeof request === 'function' || typeof expect === 'function' || expect.status >= 400) return false
  const { body, headers } = toInjectedRequest(mergeRequests(world.base ?? {}, request))
  return fieldsOf(Buffer.from(body ?? ''), headers?.['content-type']) !== undefined
}

function fieldsOf(body: Buffer, type: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!/json/i.test(type ?? '')) return undefined
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** The largest body: the fields, one of them with a value that fills what is left. */
function bodyWith(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  value: (octets: number) => string,
  limit: number,
): Buffer {
  const [start, end] = JSON.stringify({ ...fields, [field]: '\uffff' }).split('"\uffff"') as [string, string]
  return Buffer.from(start + value(limit - Buffer.byteLength(start + end)) + end)
}

/** The body limit of the route that takes a request. */
export function bodyLimitOf(routes: readonly RouteSpec[], method: string, url: string): number {
  const [path] = url.split('?') as [string]
  const same = (route: RouteSpec) =>
    route.path === path || (route.ignoreCase === true && route.path.toLowerCase() === path.toLowerCase())
  const route = routes.find((each) => (each.method === method || each.method === 'ANY') && same(each))
  return route?.bodyLimit ?? DEFAULT_BODY_LIMIT
}

function nested(open: string, inner: string, close: string, octets: number): string {
  const levels = Math.min(DEPTH, Math.floor((octets - inner.length) / (open.length + close.length)))
  return open.repeat(levels) + inner + close.repeat(levels)
}

function repeated(start: string, part: string, end: string, octets: number): string {
  return start + part.repeat(Math.floor((octets - start.length - end.length) / part.length)) + end
}
