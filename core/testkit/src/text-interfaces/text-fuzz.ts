import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AdapterKit,
  type AdapterWorld,
  type AnyAdapterModule,
  createAdapterKit,
} from '../conformance/adapter-kit.ts'
import { malformation } from '../conformance/expectation.ts'
import type { TestRequest } from '../conformance/test-request.ts'
import type { StoredMessage } from '../memory/messages.ts'
import { sending, type TextInterface, THERE, texting } from './text-interface.ts'

const SEED = 20260106

/** Requests to one instance; then another takes its place, so that none has to remember more. */
const REQUESTS_OF_A_WORLD = 250

/** What a client may count on, whatever it sent. */
export interface TextFuzz {
  readonly face: TextInterface
  /** Without a limit on requests. */
  readonly world: AdapterWorld
  /** Requests in all. Default 500, or what the environment variable FUZZ_CASES says. */
  readonly runs?: number | undefined
  /** The statuses there are. */
  readonly statuses: readonly number[]
  /** Whether a response to GET or POST with status 200 is one of this interface's. */
  isAnswer(text: string): boolean
  /** Whether a response tells of an accepted message. */
  tells(text: string, message: StoredMessage): boolean
  /** Further names of parameters worth trying. */
  readonly names?: readonly string[] | undefined
  /** Further requests worth trying, with values that mean something. */
  readonly requests?: readonly TestRequest[] | undefined
}

/**
 * Registers tests that send an interface what no client should: any octets in query and form, good requests with octets changed, parameters of the right names with
 * anything in them. Each is answered in the form of the interface, with one of its statuses; nothing fails inside; and what was accepted is told.
 */
export function fuzzTextInterface(module: AnyAdapterModule, fuzz: TextFuzz): void {
  const { runs = Number(process.env.FUZZ_CASES ?? 500) } = fuzz
  for (const [name, share, requests] of kinds(fuzz)) {
    const count = Math.ceil(runs * share)
    test(`${count} times ${name}: an answer, no failure, nothing sent in silence`, async () => {
      for (let done = 0; done < count; done += REQUESTS_OF_A_WORLD) {
        const kit = await createAdapterKit(module, fuzz.world)
        const property = fc.asyncProperty(requests, (request) => assertAnswered(kit, fuzz, request))
        const numRuns = Math.min(REQUESTS_OF_A_WORLD, count - done)
        await fc.assert(property, { numRuns, seed: SEED + done, endOnFailure: true })
      }
    })
  }
}

async function assertAnswered(kit: AdapterKit, fuzz: TextFuzz, request: TestRequest): Promise<void> {
  const before = kit.engine.messages.length
  const response = await kit.request(request)
  const { status, text } = response
  const seen = () => `${status} ${text.slice(0, 500)}`
  assert.equal(malformation(response), undefined)
  assert.ok(fuzz.statuses.includes(status), seen())
  if (status === 200 && request.method !== 'HEAD') assert.ok(fuzz.isAnswer(text), seen())
  for (const message of kit.engine.messages.slice(before)) {
    assert.ok(fuzz.tells(text, message), `${message.smsId} was accepted, and the answer does not say so: ${seen()}`)
  }
  assert.deepEqual(kit.log.at('warn', 'error'), [])
}

type Kind = readonly [name: string, share: number, requests: fc.Arbitrary<TestRequest>]

function kinds(fuzz: TextFuzz): readonly Kind[] {
  return [
    ['octets of any kind', 0.2, anything(fuzz)],
    ['a good request with octets changed, cut out or put in', 0.4, changed(fuzz)],
    ['parameters of the right names with anything in them', 0.4, parameters(fuzz)],
  ]
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

/** What cannot stand in a request line. */
const inTarget = (text: string) => text.replace(/[\0-\x20#\x7f]/g, '+')

function anything({ face, world }: TextFuzz): fc.Arbitrary<TestRequest> {
  const paths = fc.constantFrom(face.path, face.path.toUpperCase(), `${face.path}/`)
  const methods = fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE')
  return fc
    .tuple(paths, methods, octets, octets, CONTENT_TYPE)
    .map(([path, method, query, body, type]): TestRequest => {
      const headers = { ...world.base?.headers, 'content-type': type }
      return { path, method: method as 'GET', query: inTarget(query), body: Buffer.from(body, 'latin1'), headers }
    })
}

function goodRequests({ face, requests = [] }: TextFuzz): readonly TestRequest[] {
  return [
    ...face.methods.map((method) => sending(face, texting(face, `${THERE},0829876543`, 'Hello ☺'), method)),
    ...requests,
  ]
}

function changed(fuzz: TextFuzz): fc.Arbitrary<TestRequest> {
  const change = fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(3), octets)
  return fc.tuple(fc.constantFrom(...goodRequests(fuzz)), change).map(([good, [place, removed, added]]) => {
    const alter = (text: string) => {
      const at = Math.floor(place * text.length)
      return `${text.slice(0, at)}${added}${text.slice(at + removed)}`
    }
    if (good.body === undefined) return { ...good, query: inTarget(alter(String(good.query ?? ''))) }
    return { ...good, body: Buffer.from(alter(Buffer.from(good.body).toString('latin1')), 'latin1') }
  })
}

/** Any code point but surrogates. `fc.string` with such a unit takes seconds to make, for every process that imports this package. */
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
  const { face, names = [] } = fuzz
  const known = [...face.names.recipients, ...face.names.text, ...face.names.reference, ...names]
  const pair = fc.tuple(fc.constantFrom(...known), value).map(([name, each]) => `${name}=${each}`)
  return fc
    .tuple(fc.constantFrom(...face.methods), fc.array(pair, { maxLength: 8 }), CONTENT_TYPE)
    .map(([method, pairs, type]) => {
      const sent = pairs.join('&')
      if (method === 'GET') return sending(face, inTarget(sent), method)
      return sending(face, sent, method, { headers: { 'content-type': type } })
    })
}
