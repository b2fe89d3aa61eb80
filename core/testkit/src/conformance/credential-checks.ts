import assert from 'node:assert/strict'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow, rulesOf } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { holdsKey, isWithCredential, type KeyForm, NO_KEY, replaceKey } from './credential-requests.ts'
import { assertDiscreet, shownBy } from './discretion.ts'
import { type ResponseExpectation, responseDifference } from './expectation.ts'
import { CONFORMANCE_API_KEY } from './module-world.ts'
import { assertHappened, watch } from './run-case.ts'
import { mergeRequests, type TestRequest } from './test-request.ts'

/**
 * How an interface carries credentials, where it differs from a key somewhere in the request, and how it refuses.
 * @stability stable
 */
export interface CredentialRules {
  /** The answer to a request without valid credentials. Default `{ status: 401 }`. */
  readonly refusal?: ResponseExpectation | undefined
  /**
   * How the interface writes a key where it is neither readable nor within Base64, as with Basic authentication, both
   * of which the kit finds by itself: `(apiKey) => Buffer.from(apiKey).toString('hex')`.
   */
  readonly keyForm?: KeyForm | undefined
  /** The request without any credentials. By default every text that contains the key is removed. */
  readonly without?: ((request: TestRequest) => TestRequest) | undefined
  /** The request with unknown credentials. By default the key is replaced by another one. */
  readonly wrong?: ((request: TestRequest) => TestRequest) | undefined
  /**
   * The request as sent by the holder of another key. By default the key is replaced by that key. "The key" is
   * `CONFORMANCE_API_KEY`, as it is, within Base64 or in its `keyForm`.
   */
  readonly as?: ((request: TestRequest, apiKey: string) => TestRequest) | undefined
  /**
   * True for an interface that takes access tokens (`Tokens`) in the place of keys: the good row is then sent with one
   * as well, while it is good and after it has ended.
   */
  readonly takesTokens?: boolean | undefined
}

/** As long as a real key, and unknown. */
const UNKNOWN_KEY = `Zz9${CONFORMANCE_API_KEY.slice(3)}`

/** Requests of the kit come from 127.0.0.1. */
const ELSEWHERE = { programs: ['192.0.2.0/24'], portal: ['192.0.2.0/24'] }
const WITHIN = { programs: ['127.0.0.0/8', '::1'], portal: ['127.0.0.0/8', '::1'] }

/** Repeats the good row with insufficient credentials. */
export function credentialChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  const { credentials } = suite
  if (!row || !credentials) return []
  const { keyForm } = credentials
  const without = credentials.without ?? ((request) => withoutKey(request, keyForm))
  const wrong = credentials.wrong ?? ((request) => withWrongKey(request, keyForm))
  const check = (name: string, change: (request: TestRequest) => TestRequest, also?: Also) => ({
    name: `${name}: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) => {
        const request = mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit))
        await also?.(kit, request)
        const seen = watch(kit)
        const response = await kit.request({ ...NOTHING, ...change(request) })
        const problem = responseDifference(response, credentials.refusal ?? { status: 401 })
        if (problem) assert.fail(problem)
        assertHappened({ ...seen(), logs: [] }, {})
        assertDiscreet(suite.module, kit, kit.engine.messages, shownBy(response))
        assert.ok(
          !kit.log.dump().includes(UNKNOWN_KEY),
          'a key that is tried is in the log: it may be the key of another',
        )
      }),
  })
  return [
    check('refuses without credentials', without),
    check('refuses with wrong credentials', wrong),
    check(
      'refuses a user from outside the networks of the client',
      (request) => request,
      ({ engine, account }) => engine.setNetworks(account.clientId, ELSEWHERE),
    ),
    {
      name: `accepts a user from within the networks of the client: ${row.name}`,
      run: () =>
        withAdapterKit(suite.module, suite.world, async (kit) => {
          const request = mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit))
          kit.engine.setNetworks(kit.account.clientId, WITHIN)
          const response = await kit.request({ ...NOTHING, ...request })
          const isRefused = responseDifference(response, credentials.refusal ?? { status: 401 }) === undefined
          assert.ok(!isRefused, 'refused: give `Directory.byApiKey` the request as the caller')
        }),
    },
    {
      name: `lets the gateway know who sends it: ${row.name}`,
      run: () =>
        withAdapterKit(suite.module, suite.world, async (kit) => {
          await kit.request({ ...NOTHING, ...mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit)) })
          const { principal, secret } = kit.identities.at(-1) ?? {}
          assert.equal(
            principal?.userId,
            kit.account.userId,
            'no user is known: have the route say who sends a request (`RouteSpec.authenticate`)',
          )
          assert.ok(secret, 'the key or password is missing from what `authenticate` returns, so it cannot be blanked')
        }),
    },
    check(
      'refuses a user who was let in before and is disabled now',
      (request) => request,
      async (kit, request) => {
        await kit.request(request)
        kit.engine.setUserEnabled(kit.account.userId, false)
      },
    ),
    check(
      'refuses a disabled user',
      (request) => request,
      (kit) => kit.engine.setUserEnabled(kit.account.userId, false),
    ),
    check(
      'refuses a disabled client',
      (request) => request,
      (kit) => kit.engine.setClientEnabled(kit.account.clientId, false),
    ),
  ]
}

/** Fields that a change may have removed, so that the base does not bring them back. */
const NOTHING: TestRequest = { query: '', body: '' }

/** What happens to the account before the request. */
type Also = (kit: AdapterKit, request: TestRequest) => void | Promise<void>

/** The request without any credentials. */
export function withoutCredentials(suite: AdapterSuite, request: TestRequest): TestRequest {
  const { without, keyForm } = rulesOf(suite.credentials)
  const whole = mergeRequests(suite.world.base ?? {}, request)
  return { ...NOTHING, ...(without?.(whole) ?? stripKey(whole, keyForm)) }
}

/** The request with unknown credentials. */
export function withWrongCredentials({ credentials }: AdapterSuite, request: TestRequest): TestRequest {
  const { wrong, keyForm } = rulesOf(credentials)
  return { ...NOTHING, ...(wrong?.(request) ?? withWrongKey(request, keyForm)) }
}

function withWrongKey(request: TestRequest, keyForm: KeyForm | undefined): TestRequest {
  assertHasKey(request, keyForm)
  return mapTexts(request, (text) => replaceKey(text, UNKNOWN_KEY, keyForm))
}

function withoutKey(request: TestRequest, keyForm: KeyForm | undefined): TestRequest {
  assertHasKey(request, keyForm)
  return stripKey(request, keyForm)
}

function stripKey(request: TestRequest, keyForm: KeyForm | undefined): TestRequest {
  return mapTexts(request, (text) => (isWithCredential(text, keyForm) ? undefined : text))
}

function assertHasKey(request: TestRequest, keyForm: KeyForm | undefined): void {
  assert.ok(holdsKey({}, request, keyForm), NO_KEY)
}

/**
 * A copy with every text replaced. Fields whose text becomes undefined are removed; a query or body loses only the
 * parameter that held the text.
 */
export function mapTexts(request: TestRequest, change: (text: string) => string | undefined): TestRequest {
  const { query, headers, ...rest } = request
  const parameters = typeof query === 'string' ? Object.fromEntries(new URLSearchParams(query)) : query
  const mapped = mapValue({ ...rest, headers, query: parameters }, change) as TestRequest
  const gone = Object.keys(headers ?? {}).filter((name) => mapped.headers?.[name] === undefined)
  return { ...mapped, headers: { ...mapped.headers, ...Object.fromEntries(gone.map((name) => [name, undefined])) } }
}

function mapValue(value: unknown, change: (text: string) => string | undefined): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapValue(each, change)).filter((each) => each !== undefined)
  if (value instanceof Uint8Array) return mapOctets(value, change)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, mapValue(each, change)] as const)
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined))
}

/** Octets as text of one character each, in which the key can be found as well. */
function mapOctets(octets: Uint8Array, change: (text: string) => string | undefined): Uint8Array | undefined {
  const changed = change(Buffer.from(octets).toString('latin1'))
  return changed === undefined ? undefined : Buffer.from(changed, 'latin1')
}
