import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type CarrierLink,
  type LateAnswer,
  type Logger,
  type Network,
  type NetworkIncoming,
  type NetworkReceipt,
  type OutgoingMessage,
  OWN_BRAND,
  type PartOutcome,
  type Plugin,
} from '@heliograph/contracts'
import {
  type CapturedLog,
  type CapturedMetrics,
  captureLogger,
  captureMetrics,
  createManualClock,
  type FakeSmsc,
  type FakeSmscOptions,
  type ManualClock,
  startFakeSmsc,
} from '@heliograph/testkit'
import carrierSmpp from '../src/index.ts'
import { linkConfig, outgoing } from './fixtures.ts'

/** The gateway from the carrier's view: what it was given, and whether it accepts more. */
export interface FakeGateway extends Network {
  readonly receipts: NetworkReceipt[]
  readonly incomings: NetworkIncoming[]
  readonly lateAnswers: LateAnswer[]
  /** The error that it answers with instead of accepting. */
  failure: Error | undefined
  /** Everything waits for this before it is accepted. */
  gate: Promise<void> | undefined
  /** How many are waiting now. */
  waiting: number
}

export interface CarrierHarness {
  readonly plugin: Plugin
  readonly links: readonly CarrierLink[]
  readonly link: CarrierLink
  readonly gateway: FakeGateway
  readonly clock: ManualClock
  readonly log: CapturedLog
  readonly metrics: CapturedMetrics
  /** The number of change notices of all links. */
  readonly changes: () => number
  submit(message?: Partial<OutgoingMessage>): Promise<readonly PartOutcome[]>
  start(): Promise<void>
  stop(signal?: AbortSignal): Promise<void>
}

export interface Harness extends CarrierHarness {
  readonly smsc: FakeSmsc
}

type Json = Readonly<Record<string, unknown>>

/** Longest wait in real time for a condition. */
const PATIENCE_MS = 30_000

export async function until(what: string, isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !isTrue(); await delay(1)) {
    assert.ok(Date.now() < end, `waited too long for ${what}`)
  }
}

/** Moves the clock, in steps with time for the network between them, until the condition is true. */
export async function advanceUntil(
  clock: ManualClock,
  what: string,
  isTrue: () => boolean,
  stepMs = 100,
): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !isTrue(); await delay(1)) {
    assert.ok(Date.now() < end, `waited too long for ${what}`)
    clock.advance(stepMs)
  }
}

export function createFakeGateway(): FakeGateway {
  const gateway: FakeGateway = {
    receipts: [],
    incomings: [],
    lateAnswers: [],
    failure: undefined,
    gate: undefined,
    waiting: 0,
    async receipt(receipt) {
      await pass()
      gateway.receipts.push(receipt)
    },
    async incoming(message) {
      await pass()
      gateway.incomings.push(message)
      return { incomingId: gateway.incomings.length, channelId: null }
    },
    async lateAnswer(answer) {
      gateway.lateAnswers.push(answer)
    },
    unreported: async () => [],
  }
  async function pass(): Promise<void> {
    gateway.waiting += 1
    await gateway.gate
    gateway.waiting -= 1
    if (gateway.failure !== undefined) throw gateway.failure
  }
  return gateway
}

/** An instance with these links, not started. */
export function createCarrier(links: Readonly<Record<string, Json>>, logger?: Logger): CarrierHarness {
  const gateway = createFakeGateway()
  const clock = createManualClock()
  const log = captureLogger()
  const metrics = captureMetrics()
  const unused = new Proxy({}, { get: (_, name) => assert.fail(`unexpected use of ${String(name)}`) }) as never
  const plugin = carrierSmpp.create(
    {
      instanceId: 'operator',
      logger: logger ?? log,
      clock,
      http: unused,
      metrics,
      brand: OWN_BRAND,
      publicUrl: 'http://localhost',
      services: { network: gateway },
    },
    { links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, linkConfig(link)])) },
  )
  const carrierLinks = plugin.carrier?.links ?? assert.fail('no carrier')
  const link = carrierLinks[0] ?? assert.fail('no link')
  let changes = 0
  for (const each of carrierLinks) each.onChange(() => (changes += 1))
  return {
    plugin,
    links: carrierLinks,
    link,
    gateway,
    clock,
    log,
    metrics,
    changes: () => changes,
    submit: (message) => link.submit(outgoing(message)),
    async start() {
      await plugin.start?.(AbortSignal.timeout(PATIENCE_MS))
      for (const each of carrierLinks) each.open?.()
    },
    stop: async (signal = AbortSignal.timeout(PATIENCE_MS)) => plugin.stop?.(signal),
  }
}

/**
 * The configuration of a link to a fake SMSC. A test's clock may run far ahead while a real answer to a bind is on its
 * way.
 */
export function linkTo(smsc: Pick<FakeSmsc, 'port'>, over: Json = {}): Json {
  return {
    hosts: [`127.0.0.1:${smsc.port}`],
    systemId: 'gateway',
    password: 'Kd83mQ',
    connectTimeoutMs: 600_000,
    ...over,
  }
}

export interface WithSmscOptions {
  readonly smsc?: FakeSmscOptions
  /** Settings of link `main` that differ. */
  readonly link?: Json
  /** More links, by name. */
  readonly others?: Readonly<Record<string, Json>>
  /** False: the test starts it. */
  readonly start?: boolean
}

/** Runs `work` with a fake SMSC and an instance whose links are up, and stops both. */
export async function withSmsc(options: WithSmscOptions, work: (harness: Harness) => Promise<void>): Promise<void> {
  const smsc = await startFakeSmsc(options.smsc)
  const others = Object.entries(options.others ?? {}).map(([name, over]) => [name, linkTo(smsc, over)])
  const carrier = createCarrier({ main: linkTo(smsc, options.link), ...Object.fromEntries(others) })
  try {
    if (options.start !== false) {
      await carrier.start()
      await until('every link to be fully bound', () =>
        carrier.links.every((link) => link.status?.().binds.every(({ state }) => state === 'bound')),
      )
    }
    await work({ ...carrier, smsc })
  } finally {
    await carrier.stop(AbortSignal.timeout(1000))
    await smsc.stop()
  }
  assert.equal(carrier.clock.pending, 0, 'timers are left after stop')
}

/** The ids of accepted parts; fails for any other outcome. */
export function acceptedIds(outcomes: readonly PartOutcome[]): readonly string[] {
  return outcomes.map((outcome) => {
    assert.equal(outcome.kind, 'accepted', JSON.stringify(outcome))
    return (outcome.kind === 'accepted' && outcome.networkId) || assert.fail('no network id')
  })
}

/** A text that needs `parts` parts. */
export function textOf(parts: number): { readonly text: string; readonly parts: number } {
  return { text: 'x'.repeat(parts === 1 ? 10 : parts * 153), parts }
}
