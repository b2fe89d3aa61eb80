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

/** Requests to one instance before a new one replaces it, so that no instance has to remember more. */
const REQUESTS_OF_A_WORLD = 250

/** Enough even on a busy machine. */
const PATIENCE_MS = 60_000

/** The result of a request. @stability stable */
export interface FuzzAnswer {
  readonly request: TestRequest
  readonly response: InjectedResponse
  /** Messages that were accepted during the request. */
  readonly accepted: readonly StoredMessage[]
  readonly kit: AdapterKit
}

/** Requests of one kind, and their share of all requests. @stability stable */
export interface FuzzKind {
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
  readonly requests: fc.Arbitrary<TestRequest>
  /** Used instead of the `check` for all kinds. */
  check?(answer: FuzzAnswer): void
}

/** @stability stable */
export interface AdapterFuzz {
  /** Must have no limit on requests, unless `prepare` advances the clock. */
  readonly world: AdapterWorld
  readonly kinds: readonly FuzzKind[]
  /** Total number of requests over each transport. Default 500, or the value of the environment variable FUZZ_CASES. */
  readonly runs?: number | undefined
  /** Default: all that are available. */
  readonly over?: readonly Transport[] | undefined
  readonly seed: number
  /** Called before each request. */
  prepare?(kit: AdapterKit): void
  /** Fails unless the answer is one of the interface's own and covers all that was accepted. */
  check(answer: FuzzAnswer): void
}

/**
 * Registers tests that send an adapter requests that no client should send, directly to the host's router and over
 * connections to both of its servers. Each request must get an answer that is fit to be sent and that passes `check`,
 * and nothing may be logged above `info`. A server may itself refuse what is not valid HTTP.
 * @stability stable
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

/** The requests to one instance. */
export interface Batch {
  readonly transport: Transport
  /** Number of requests of this kind that came before these. */
  readonly done: number
  readonly runs: number
}

/** Sends requests of one kind to a new instance. Rejects with the first that was not answered properly. */
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

/** A line break in the target causes 505, because it leaves a request line without a version: HTTP/0.9. */
const REFUSALS_OF_SERVERS: readonly number[] = [400, 505]

/** An empty body, because no interface is involved. */
function isRefusalOfServer({ status, body }: InjectedResponse): boolean {
  return body.length === 0 && REFUSALS_OF_SERVERS.includes(status)
}
