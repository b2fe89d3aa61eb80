import assert from 'node:assert/strict'
import { createRouter, type InjectedRequest, type InjectedResponse, inject } from '@heliograph/http'
import { bestAttempt } from '../longest-block.ts'
import { processCpuMs, threadCpuMs } from '../thread-cpu.ts'
import type { AdapterCase } from './adapter-case.ts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { withoutCredentials, withWrongCredentials } from './credential-checks.ts'
import { bodyLimitOf } from './json-checks.ts'
import { assertHappened, watch } from './run-case.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'

/** The longest time for which a request of a client may keep the event loop to itself. */
export const MOST_MS = 50

/** The same for a sender without valid credentials. */
const STRANGERS_MOST_MS = 10

/** A request as large as the interface permits, with valid credentials. @stability stable */
export interface LargestRequest {
  /** What is large: `10,000 national numbers`. */
  readonly name: string
  readonly request: TestRequest
  readonly before?: ((kit: AdapterKit) => void | Promise<void>) | undefined
}

/** What a request may cost, whatever is in it. */
export function priceChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.module.capabilities.http) return []
  return [...rowsWithBodies(suite).flatMap((row) => fullBodyChecks(suite, row)), ...largestChecks(suite)]
}

function largestChecks(suite: AdapterSuite): readonly Check[] {
  return suite.largest.map((row) => ({
    name: `gives way to other requests: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) => {
        await row.before?.(kit)
        await assertShort(kit, toInjectedRequest(mergeRequests(suite.world.base ?? {}, row.request)), MOST_MS)
      }),
  }))
}

/** The first good row with a body of each type. */
function rowsWithBodies({ cases, world }: AdapterSuite): readonly AdapterCase[] {
  const rows = new Map<string, AdapterCase>()
  for (const row of cases) {
    if (typeof row.request === 'function' || typeof row.expect === 'function') continue
    if ((row.expect.submitted?.length ?? 0) === 0) continue
    const { body = '', headers = {} } = toInjectedRequest(mergeRequests(world.base ?? {}, row.request))
    const [type = ''] = (headers['content-type'] ?? '').split(';')
    if (body.length > 0 && !rows.has(type)) rows.set(type, row)
  }
  return [...rows.values()]
}

function fullBodyChecks(suite: AdapterSuite, row: AdapterCase): readonly Check[] {
  const check = (name: string, mostMs: number, change: (request: TestRequest) => TestRequest, isStranger: boolean) => ({
    name: `${name}: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) => {
        const request = toInjectedRequest(change(mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit))))
        const limit = bodyLimitOf(kit.adapter.routes ?? [], request.method ?? 'GET', request.url)
        for (const [filling, body] of fullBodies(request, limit)) {
          const seen = watch(kit)
          // What a stranger causes on other threads, such as hashing, is a price as well.
          await assertShort(kit, { ...request, body }, mostMs, filling, isStranger ? processCpuMs : threadCpuMs)
          if (isStranger) assertHappened({ ...seen(), logs: [] }, {})
        }
      }),
  })
  const known = check('gives way to other requests with a body that fills the limit', MOST_MS, (same) => same, false)
  if (suite.credentials === false) return [known]
  const strangers = [
    ['unknown credentials', (request: TestRequest) => withWrongCredentials(suite, request)],
    ['no credentials', (request: TestRequest) => withoutCredentials(suite, request)],
  ] as const
  return [
    known,
    ...strangers.map(([who, change]) =>
      check(`costs little with ${who} and a body that fills the limit`, STRANGERS_MOST_MS, change, true),
    ),
  ]
}

/** Sends requests without the kit's own watching of them, which would count. */
export function bareSender({ adapter, log }: AdapterKit): (request: InjectedRequest) => Promise<InjectedResponse> {
  const formatError = adapter.formatError ?? (() => ({ status: 500 }))
  const router = createRouter([{ instanceId: 'price', routes: adapter.routes ?? [], formatError }], { logger: log })
  return (request) => inject(router, request)
}

async function assertShort(
  kit: AdapterKit,
  request: InjectedRequest,
  mostMs: number,
  what = '',
  cpuMs = threadCpuMs,
): Promise<void> {
  const send = bareSender(kit)
  const longest = await bestAttempt(() => send(request), mostMs, cpuMs)
  const problem = `${what} ${Math.round(longest)} ms of CPU time in one go, at most ${mostMs} are allowed`
  assert.ok(longest <= mostMs, problem.trim())
}

/** The body with more in it, up to the limit, in ways that are costly to read; each with a name. */
function fullBodies(
  { body = '', headers = {} }: InjectedRequest,
  limit: number,
): readonly (readonly [string, Buffer])[] {
  const text = Buffer.from(body).toString('latin1')
  const type = headers['content-type'] ?? ''
  const filled = (before: string, part: string, after: string, most = Number.POSITIVE_INFINITY) => {
    const room = limit - before.length - after.length
    const times = Math.max(0, Math.min(most, Math.floor(room / part.length)))
    return Buffer.from(before + part.repeat(times) + after, 'latin1')
  }
  if (/json/i.test(type)) {
    const open = text.replace(/\}\s*$/, '')
    return [
      ['one long text:', filled(`${open},"filling":"`, 'x', '"}')],
      ['many values:', filled(`${open},"filling":[`, '{"a":1},', '1]}', 90_000)],
      ['many texts:', filled(`${open},"filling":[`, `"${'x'.repeat(40)}",`, '1]}', 190_000)],
    ]
  }
  if (/xml/i.test(type)) {
    const end = text.lastIndexOf('</')
    const [before, after] = [text.slice(0, end), text.slice(end)]
    return [
      ['one long comment:', filled(`${before}<!--`, 'x', `-->${after}`)],
      ['many elements:', filled(before, `<filling>${'x'.repeat(390)}</filling>`, after, 4_900)],
    ]
  }
  if (type === '' || /urlencoded/i.test(type))
    return [
      ['one long value:', filled(`${text}&filling=`, '%C3%A9', '')],
      ['many parameters:', filled(text, `&f=${'%41'.repeat(68)}`, '', 19_000)],
      ['many names:', filled(text, '&%66illing=', '', 19_000)],
    ]
  return [['more of the same:', filled(text, 'x', '')]]
}
