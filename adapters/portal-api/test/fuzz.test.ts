import assert from 'node:assert/strict'
import { before } from 'node:test'
import { type FuzzAnswer, type FuzzKind, fuzzAdapter, type TestRequest } from '@heliograph/testkit'
import fc from 'fast-check'
import type { Endpoint } from '../src/endpoint.ts'
import { ENDPOINTS } from '../src/endpoints.ts'
import portal from '../src/index.ts'
import { BASE_PATH } from '../src/routes.ts'
import { servicesOf, shareEngine } from './support/engine-kit.ts'

const SEED = 20261122
const MINUTE = 60_000

/** No answer of the API is an internal fault, and every refusal has the form of the API's errors. */
function assertSound({ response: { status, text } }: FuzzAnswer): void {
  const seen = `${status} ${text.slice(0, 300)}`
  assert.ok(status < 500, seen)
  if (status < 400) return
  const { category, code, message, details } = JSON.parse(text)
  for (const word of [category, code, message]) assert.equal(typeof word, 'string', seen)
  assert.ok(
    Object.values(details).every((problem) => typeof problem === 'string'),
    seen,
  )
}

const value = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    -1,
    0,
    1e300,
    [],
    {},
    [null],
    { toString: 1 },
    { length: 1 },
  ),
  fc.integer(),
)

const segment = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom('0', '-1', 'x', '%00', '%ff', '%2e%2e', '1e3', '9'.repeat(30)),
  fc.webSegment(),
)

const withNames = (path: string) => {
  const names = path.match(/:\w+/g) ?? []
  return fc
    .tuple(...names.map(() => segment))
    .map((given) => names.reduce((filled, name, index) => filled.replace(name, given[index] || '0'), path))
}

const endpoint = fc.constantFrom(...ENDPOINTS)

const toRequest = (path: fc.Arbitrary<string>, { method }: Endpoint, more: fc.Arbitrary<TestRequest>) =>
  fc.tuple(path, more).map(([rest, request]): TestRequest => ({ method, path: `${BASE_PATH}${rest}`, ...request }))

const fieldsOf = (schema: object | undefined) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

/** An object with the fields of an endpoint's body, and anything in them. */
const bodyOf = ({ body }: Endpoint) =>
  fc.record(Object.fromEntries(fieldsOf(body).map((name) => [name, value])), { requiredKeys: [] })

const queryOf = ({ query }: Endpoint) =>
  fc.record(
    Object.fromEntries(
      [...fieldsOf(query), 'client'].map((name) => [
        name,
        fc.oneof(fc.string({ maxLength: 30 }), fc.nat().map(String)),
      ]),
    ),
    { requiredKeys: [] },
  )

const json = { 'content-type': 'application/json' }

const kinds: readonly FuzzKind[] = [
  {
    name: 'the right fields with anything in them',
    share: 0.4,
    requests: endpoint.chain((to) =>
      toRequest(
        withNames(to.path),
        to,
        bodyOf(to).map((body) => (to.body === undefined ? {} : { body: JSON.stringify(body), headers: json })),
      ),
    ),
  },
  {
    name: 'any query',
    share: 0.3,
    requests: endpoint.chain((to) =>
      toRequest(
        withNames(to.path),
        to,
        queryOf(to).map((query) => ({ query: query as Record<string, string> })),
      ),
    ),
  },
  {
    name: 'any octets as a body',
    share: 0.2,
    requests: endpoint.chain((to) =>
      toRequest(
        withNames(to.path),
        to,
        fc.uint8Array({ maxLength: 200 }).map((body) => ({ body, headers: json })),
      ),
    ),
  },
  {
    name: 'any cookie',
    share: 0.1,
    requests: fc.string({ unit: 'binary-ascii', maxLength: 100 }).map((text) => ({
      method: 'GET' as const,
      path: `${BASE_PATH}/session`,
      headers: { 'x-api-key': undefined, cookie: `__Host-heliograph=${text.replace(/[^ -~]/g, '')}` },
    })),
  },
]

const engine = shareEngine()
let apiKey = ''
before(async () => {
  apiKey = (await engine.addAccount('operator')).apiKey
})

fuzzAdapter(portal, {
  // Read for each instance, once the engine is there.
  world: {
    config: {},
    get services() {
      return servicesOf(engine.world)
    },
    get base() {
      return { headers: { 'x-api-key': apiKey } }
    },
  },
  kinds,
  seed: SEED,
  prepare: ({ clock }) => clock.advance(MINUTE),
  check: assertSound,
})
