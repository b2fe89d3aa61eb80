import assert from 'node:assert/strict'
import {
  type Adapter,
  type ErrorCategory,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  toGatewayError,
} from '@heliograph/contracts'
import { ERROR_CATEGORIES } from '../documentation/errors-table.ts'
import { forcedError, INTERNAL_TEXT } from '../memory/faults.ts'
import { type AdapterKit, createAdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { assertDiscreet, shownBy } from './discretion.ts'
import { malformation } from './expectation.ts'
import { watch } from './run-case.ts'

/** An arbitrary failed request, for `formatError`. */
export const BLANK_REQUEST: HttpRequest = {
  method: 'POST',
  path: '/',
  query: '',
  headers: {},
  params: {},
  body: Buffer.alloc(0),
  remoteAddress: '127.0.0.1',
  isSecure: false,
  requestId: 'blank',
  signal: new AbortController().signal,
}

/** Checks every category twice: passed to `formatError`, and thrown by a service during the good row. */
export function errorChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.module.capabilities.http) return []
  const formatted = [
    ...ERROR_CATEGORIES.map((category) => ({
      name: `formatError gives ${category} a form`,
      run: () => checkFormat(suite, category),
    })),
    {
      name: 'formatError keeps its form, whatever its text says',
      run: async () => {
        const { adapter } = await createAdapterKit(suite.module, suite.world)
        assertFormOfOddText(adapter)
      },
    },
  ]
  // Without services, none can fail.
  if (!goodRow(suite) || Object.keys(suite.module.deps).length === 0) return formatted
  const forced = ERROR_CATEGORIES.map((category) => ({
    name: `a service that fails with ${category} does not look like success`,
    run: () => checkForced(suite, forcedError(category)),
  }))
  const unforeseen = {
    name: 'a service that fails in an unforeseen way is an internal error without its text',
    run: () => checkForced(suite, new Error(INTERNAL_TEXT)),
  }
  return [...formatted, ...forced, unforeseen]
}

const DECLARE = 'an interface that tells errors by the body says so: `errorsLikeSuccess`'

async function checkFormat(suite: AdapterSuite, category: ErrorCategory): Promise<void> {
  const { adapter } = await createAdapterKit(suite.module, suite.world)
  assertErrorForm(adapter, category, suite.errorsLikeSuccess)
}

/**
 * Checks that what `formatError` makes of a category is well-formed, shows no internals and, unless its category may
 * look like success, is an error for HTTP too.
 */
export function assertErrorForm(
  instance: Pick<Adapter, 'formatError'>,
  category: ErrorCategory,
  likeSuccess: readonly ErrorCategory[],
): void {
  assert.ok(instance.formatError, 'the capability http needs formatError')
  const response = instance.formatError(forcedError(category), BLANK_REQUEST)
  const problem = malformation(response)
  if (problem) assert.fail(problem)
  assertNoInternals(textOf(response))
  if (!likeSuccess.includes(category)) {
    assert.ok(
      response.status >= 400,
      `${category} is answered with the status of success, ${response.status}; ${DECLARE}`,
    )
  }
  const names = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase())
  if (response.status === 405) assert.ok(names.includes('allow'), '405 needs the header Allow (RFC 9110, 15.5.6)')
  if (response.status === 429) assert.ok(names.includes('retry-after'), '429 should say when to come back: Retry-After')
}

async function checkForced(suite: AdapterSuite, error: Error): Promise<void> {
  const row = goodRow(suite)
  assert.ok(row)
  const good = await withAdapterKit(suite.module, suite.world, async (kit) => kit.request(await prepareRow(row, kit)))
  await withAdapterKit(suite.module, suite.world, async (kit) => {
    const request = await prepareRow(row, kit)
    kit.engine.failNext(error)
    const seen = watch(kit)
    const response = await kit.request(request)
    assert.equal(kit.engine.waitingFaults, 0, `the row '${row.name}' calls no service that could fail`)
    const problem = malformation(response)
    if (problem) assert.fail(problem)
    assertNoInternals(textOf(response))
    assert.notDeepEqual([response.status, response.text], [good.status, good.text], 'it is answered like a success')
    if (!suite.errorsLikeSuccess.includes(toGatewayError(error).category)) {
      assert.notEqual(response.status, good.status, `it is answered like a success, with its status; ${DECLARE}`)
      assertSameStatus(kit, error, response.status)
    }
    assert.deepEqual(seen().submitted, [], 'something was accepted')
    assertDiscreet(suite.module, kit, kit.engine.messages, shownBy(response))
  })
}

/** One table of statuses: clients tell by the status whether to try again, wherever in the module the error was met. */
function assertSameStatus(kit: AdapterKit, error: Error, status: number): void {
  const gatewayError = toGatewayError(error)
  const formatted = kit.adapter.formatError?.(gatewayError, BLANK_REQUEST).status
  const { category } = gatewayError
  assert.equal(status, formatted, `${category} has another status out of a handler (actual) than by formatError`)
}

/** What clients write comes back in texts: every sign with a meaning in JSON, XML, HTML and headers. */
const ODD_TEXT = 'odd: "to" isn\'t <b>good</b> & \\ 100 %\r\n\u2028'

/** Checks that a text with signs of every form is written into it as a text. */
export function assertFormOfOddText(instance: Pick<Adapter, 'formatError'>): void {
  assert.ok(instance.formatError, 'the capability http needs formatError')
  const error = new GatewayError('invalid', 'odd-text', ODD_TEXT, { details: { [ODD_TEXT]: ODD_TEXT } })
  const response = instance.formatError(error, BLANK_REQUEST)
  const problem = malformation(response)
  if (problem) assert.fail(`the text of an error is not escaped: ${problem}`)
  const type = String(Object.entries(response.headers ?? {}).find(([name]) => /^content-type$/i.test(name))?.[1] ?? '')
  const body = Buffer.from(response.body ?? '').toString('utf8')
  const isMarkup = /\b(?:xml|html)\b/i.test(type) && !body.includes('<![CDATA[')
  assert.ok(!(isMarkup && body.includes('<b>good')), `the text of an error is not escaped: ${body}`)
}

function textOf(
  response: HttpResponse | { readonly status: number; readonly headers: object; readonly body: Buffer },
): string {
  return `${JSON.stringify(response.headers ?? {})}\n${Buffer.from(response.body ?? '').toString('utf8')}`
}

function assertNoInternals(text: string): void {
  assert.ok(!text.includes(INTERNAL_TEXT), `the text of a cause is shown to the client: ${text}`)
  // regex-bound: the answer to one small request.
  assert.doesNotMatch(text, /\bat .+:\d+:\d+\)?/, 'a stack trace is shown to the client')
}
