import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { AdapterWorld, AnyAdapterModule } from '../conformance/adapter-kit.ts'
import type { TestRequest } from '../conformance/test-request.ts'
import { type FuzzAnswer, type FuzzKind, fuzzAdapter } from '../fuzz/fuzz-adapter.ts'
import { spoiledRequests } from '../fuzz/spoiled-requests.ts'
import type { StoredMessage } from '../memory/messages.ts'
import { sending, type TextRequestForm, THERE, texting } from './text-interface.ts'

const SEED = 20260106

/** What a client can rely on, whatever it sends. @stability experimental */
export interface TextFuzz {
  readonly wire: TextRequestForm
  /** Must have no limit on requests. */
  readonly world: AdapterWorld
  /** Total number of requests over each transport. Default 500, or the value of the environment variable FUZZ_CASES. */
  readonly runs?: number | undefined
  /** The statuses that the interface uses. */
  readonly statuses: readonly number[]
  /** Whether a response to GET or POST with status 200 is one of this interface's. */
  isAnswer(text: string): boolean
  /** Whether a response reports an accepted message. */
  tells(text: string, message: StoredMessage): boolean
  /** Further parameter names to try. */
  readonly names?: readonly string[] | undefined
  /** Further requests to try, with meaningful values. */
  readonly requests?: readonly TestRequest[] | undefined
}

/**
 * Registers tests that send an interface requests that no client should send, over each transport: any octets in query
 * and form, good requests with octets changed, parameters with the right names and arbitrary values, and changes to
 * what servers handle. Each must be answered in the form of the interface, with one of its statuses; nothing may fail
 * internally; and accepted messages must be reported.
 * @stability experimental
 */
export function fuzzTextInterface(module: AnyAdapterModule, fuzz: TextFuzz): void {
  const { runs, world } = fuzz
  fuzzAdapter(module, { world, runs, seed: SEED, kinds: kinds(fuzz), check: (answer) => assertReported(fuzz, answer) })
}

function assertReported(fuzz: TextFuzz, { request, response, accepted }: FuzzAnswer): void {
  const { status, text } = response
  const seen = () => `${status} ${text.slice(0, 500)}`
  assert.ok(fuzz.statuses.includes(status), seen())
  const isHead = request.method === 'HEAD'
  assert.ok(!isHead || accepted.length === 0, 'HEAD sends nothing')
  if (status === 200 && !isHead) assert.ok(fuzz.isAnswer(text), seen())
  for (const message of accepted) {
    assert.ok(fuzz.tells(text, message), `${message.smsId} was accepted, and the answer does not say so: ${seen()}`)
  }
}

function kinds(fuzz: TextFuzz): readonly FuzzKind[] {
  return [
    { name: 'octets of any kind', share: 0.2, requests: anything(fuzz) },
    { name: 'a good request with octets changed, cut out or put in', share: 0.35, requests: changed(fuzz) },
    { name: 'parameters of the right names with anything in them', share: 0.3, requests: parameters(fuzz) },
    { name: 'a good request spoiled for servers', share: 0.145, requests: spoiledRequests(goodRequests(fuzz)) },
    { name: 'a form of many parameters', share: 0.005, requests: crowds(fuzz) },
  ]
}

/** Up to 100,000 parameters in a body, chunked or not. */
function crowds({ wire, names = [] }: TextFuzz): fc.Arbitrary<TestRequest> {
  const known = ['', 'x', ...wire.names.recipients, ...wire.names.text, ...names]
  return fc
    .tuple(fc.constantFrom(...known), fc.constantFrom(1_000, 19_990, 20_001, 100_000), fc.boolean())
    .map(([name, count, isChunked]) =>
      sending(wire, `${name}=&`.repeat(count), 'POST', {
        headers: isChunked ? { 'transfer-encoding': 'chunked' } : {},
      }),
    )
}

const CONTENT_TYPE = fc.constantFrom(
  undefined,
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=windows-1252',
  'application/x-www-form-urlencoded; charset="utf-16"',
  'application/json',
  'multipart/form-data; boundary=x',
  'text/plain',
  ';',
)

const octets = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('latin1'))

/** Whether octets outside ASCII in a target are sent raw, which one of the servers refuses, or percent-encoded. */
const spelling = fc.constantFrom('escaped', 'escaped', 'raw')

/** The text as it can appear in a request line. */
function inTarget(text: string, as: string): string {
  const plain = text.replace(/[\0-\x20#\x7f]/g, '+')
  return as === 'raw' ? plain : plain.replace(/[^\0-\x7f]/gu, percentEncoded)
}

/** A character up to U+00FF stands for one octet. */
function percentEncoded(character: string): string {
  const octets = Buffer.from(character, character > '\xff' ? 'utf8' : 'latin1')
  return octets.toString('hex').replace(/../g, '%$&')
}

function anything({ wire, world }: TextFuzz): fc.Arbitrary<TestRequest> {
  const paths = fc.constantFrom(wire.path, wire.path.toUpperCase(), `${wire.path}/`)
  const methods = fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE')
  return fc
    .tuple(paths, methods, octets, octets, CONTENT_TYPE, spelling)
    .map(([path, method, query, body, type, as]): TestRequest => {
      const headers = { ...world.base?.headers, 'content-type': type }
      return { path, method: method as 'GET', query: inTarget(query, as), body: Buffer.from(body, 'latin1'), headers }
    })
}

function goodRequests({ wire, requests = [] }: TextFuzz): readonly TestRequest[] {
  return [
    ...wire.methods.map((method) => sending(wire, texting(wire, `${THERE},0829876543`, 'Hello ☺'), method)),
    ...requests,
  ]
}

function changed(fuzz: TextFuzz): fc.Arbitrary<TestRequest> {
  const change = fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(3), octets, spelling)
  return fc.tuple(fc.constantFrom(...goodRequests(fuzz)), change).map(([good, [place, removed, added, as]]) => {
    const alter = (text: string) => {
      const at = Math.floor(place * text.length)
      return `${text.slice(0, at)}${added}${text.slice(at + removed)}`
    }
    if (good.body === undefined) return { ...good, query: inTarget(alter(String(good.query ?? '')), as) }
    return { ...good, body: Buffer.from(alter(Buffer.from(good.body).toString('latin1')), 'latin1') }
  })
}

/**
 * Any code point except surrogates. `fc.string` with a unit like this takes seconds to create, in every process that
 * imports this package.
 */
const character = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))

const value = fc.oneof(
  fc
    .array(character, { maxLength: 30 })
    .map((text) => Buffer.from(text.join('')).toString('hex').replace(/../g, '%$&')),
  octets,
  fc.integer().map(String),
  fc.constantFrom(
    THERE,
    `${THERE},${THERE}`,
    '0821234567;n/a',
    'Hello',
    '%00',
    '%ff',
    '%',
    '+',
    '%ED%A0%80',
    '1',
    '\u0661',
  ),
)

function parameters(fuzz: TextFuzz): fc.Arbitrary<TestRequest> {
  const { wire, names = [] } = fuzz
  const known = [...wire.names.recipients, ...wire.names.text, ...wire.names.reference, ...names]
  const pair = fc.tuple(fc.constantFrom(...known), value).map(([name, each]) => `${name}=${each}`)
  return fc
    .tuple(fc.constantFrom(...wire.methods), fc.array(pair, { maxLength: 8 }), CONTENT_TYPE, spelling)
    .map(([method, pairs, type, as]) => {
      const sent = pairs.join('&')
      if (method === 'GET') return sending(wire, inTarget(sent, as), method)
      return sending(wire, sent, method, { headers: { 'content-type': type } })
    })
}
