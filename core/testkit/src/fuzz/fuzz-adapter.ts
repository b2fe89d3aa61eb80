import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectedResponse } from '@heliograph/http'
import fc from 'fast-check'
import {
  type AdapterKit,
  type AdapterWorld,
  type AnyAdapterModule,
  createAdapterKit,
} from '../conformance/adapter-kit.ts'
import { malformation } from '../conformance/expectation.ts'
import { hasTransport, TRANSPORTS, type Transport } from '../conformance/kit-transport.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from '../conformance/test-request.ts'
import type { StoredMessage } from '../memory/messages.ts'
import { NoAnswerError } from '../sockets/client-connection.ts'
import { isHttp } from '../sockets/request-octets.ts'

/** Requests to one instance; then another takes its place, so that none has to remember more. */
const REQUESTS_OF_A_WORLD = 250

/** However busy the machine is. */
const PATIENCE_MS = 60_000

/** What a request came to. */
export interface FuzzAnswer {
  readonly request: TestRequest
  readonly response: InjectedResponse
  /** Messages that were accepted meanwhile. */
  readonly accepted: readonly StoredMessage[]
  readonly kit: AdapterKit
}

/** Requests of one kind, and how many of all are of it. */
export interface FuzzKind {
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
  readonly requests: fc.Arbitrary<TestRequest>
  /** Instead of the `check` of all kinds. */
  check?(answer: FuzzAnswer): void
}

export interface AdapterFuzz {
  /** Without a limit on requests, or `prepare` turns the clock. */
  readonly world: AdapterWorld
  readonly kinds: readonly FuzzKind[]
  /** Requests in all over each transport. Default 500, or what the environment variable FUZZ_CASES says. */
  readonly runs?: number | undefined
  /** Default all there are. */
  readonly over?: readonly Transport[] | undefined
  readonly seed: number
  /** Before each request. */
  prepare?(kit: AdapterKit): void
  /** Fails unless the answer is one of the interface's and tells of all that was accepted. */
  check(answer: FuzzAnswer): void
}

/**
 * Registers tests that send an adapter what no client should, straight to the host's router and over connections to both of its servers. Each request is answered in a
 * form fit to be sent, `check` finds nothing wrong with it, and nothing is logged above `info`. A server may refuse by itself what is no HTTP.
 */
export function fuzzAdapter(module: AnyAdapterModule, fuzz: AdapterFuzz): void {
  const { over = TRANSPORTS, runs = Number(process.env.FUZZ_CASES ?? 500) } = fuzz
  for (const transport of over) {
    for (const kind of fuzz.kinds) {
      const count = Math.ceil(runs * kind.share)
      test(`${transport}: ${count} times ${kind.name}: an answer, no failure, nothing sent in silence`, async (t) => {
        if (!(await hasTransport(transport))) return t.skip(`the server ${transport} does not run here`)
        for (let done = 0; done < count; done += REQUESTS_OF_A_WORLD) {
          await fuzzWorld(module, fuzz, kind, { transport, done, runs: Math.min(REQUESTS_OF_A_WORLD, count - done) })
        }
      })
    }
  }
}

/** Requests to one instance. */
export interface Batch {
  readonly transport: Transport
  /** Requests of this kind before these. */
  readonly done: number
  readonly runs: number
}

/** Sends requests of one kind to an instance of its own. Rejects with the first that was not answered as it should be. */
export async function fuzzWorld(
  module: AnyAdapterModule,
  fuzz: AdapterFuzz,
  kind: FuzzKind,
  batch: Batch,
): Promise<void> {
  const kit = await createAdapterKit(module, { patienceMs: PATIENCE_MS, ...fuzz.world, over: batch.transport })
  try {
    const property = fc.asyncProperty(kind.requests, (request) => assertAnswered(kit, fuzz, kind, request))
    await fc.assert(property, {
      numRuns: batch.runs,
      seed: fuzz.seed + batch.done,
      endOnFailure: true,
      includeErrorInReport: true,
    })
  } finally {
    await kit.stop()
  }
}

async function assertAnswered(kit: AdapterKit, fuzz: AdapterFuzz, kind: FuzzKind, request: TestRequest): Promise<void> {
  fuzz.prepare?.(kit)
  const before = kit.engine.messages.length
  const isUnderstood = isHttp(toInjectedRequest(mergeRequests(fuzz.world.base ?? {}, request)))
  const response = await kit.request(request).catch((error: unknown) => {
    if (isUnderstood || !(error instanceof NoAnswerError)) throw error
    return undefined
  })
  const accepted = kit.engine.messages.slice(before)
  if (response === undefined || (!isUnderstood && isRefusalOfServer(response))) {
    assert.deepEqual(accepted, [], 'the server refused the request, and yet it was accepted')
  } else {
    assert.equal(malformation(response), undefined)
    const answer = { request, response, accepted, kit }
    if (kind.check) kind.check(answer)
    else fuzz.check(answer)
  }
  assert.deepEqual(kit.log.at('warn', 'error'), [])
}

/** 505 is for a line break in the target, which leaves a request line without a version: HTTP/0.9. */
const REFUSALS_OF_SERVERS: readonly number[] = [400, 505]

/** Without a word: no interface has a part in it. */
function isRefusalOfServer({ status, body }: InjectedResponse): boolean {
  return body.length === 0 && REFUSALS_OF_SERVERS.includes(status)
}
