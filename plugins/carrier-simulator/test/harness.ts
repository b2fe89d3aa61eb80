import assert from 'node:assert/strict'
import {
  type CarrierLink,
  type HttpRequest,
  type HttpResponse,
  type LateAnswer,
  type Network,
  type NetworkIncoming,
  type NetworkReceipt,
  type OutgoingMessage,
  OWN_BRAND,
  type PartOutcome,
  type Plugin,
  type UnreportedPart,
} from '@heliograph/contracts'
import { type CapturedLog, captureLogger, createManualClock, type ManualClock } from '@heliograph/testkit'
import { Value } from 'typebox/value'
import { type SimulatorConfig, SimulatorConfigSchema } from '../src/config.ts'
import simulator from '../src/index.ts'

/** The gateway from the network's view: what it was given, and whether it accepts more. */
export interface FakeGateway extends Network {
  readonly receipts: NetworkReceipt[]
  readonly incomings: NetworkIncoming[]
  readonly lateAnswers: LateAnswer[]
  /** The parts without a final report that it would return. */
  readonly parts: UnreportedPart[]
  /** Receipts that were offered and not accepted. */
  refused: number
  away: boolean
  /** When set, receipts wait for it before they are accepted. */
  gate: Promise<void> | undefined
}

export interface Harness {
  readonly plugin: Plugin
  readonly links: readonly CarrierLink[]
  readonly link: CarrierLink
  readonly gateway: FakeGateway
  readonly clock: ManualClock
  readonly log: CapturedLog
  submit(message?: Partial<OutgoingMessage>): Promise<readonly PartOutcome[]>
  /** Moves the clock in steps and lets everything that follows happen. */
  pass(milliseconds: number): Promise<void>
  request(method: 'GET' | 'POST', path: string, options?: { query?: string; body?: string }): Promise<HttpResponse>
  stats(): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

export function createFakeGateway(): FakeGateway {
  return {
    receipts: [],
    incomings: [],
    lateAnswers: [],
    refused: 0,
    away: false,
    gate: undefined,
    async receipt(receipt) {
      await this.gate
      if (this.away) {
        this.refused += 1
        throw new Error('database away')
      }
      this.receipts.push(receipt)
    },
    async incoming(message) {
      if (this.away) throw new Error('database away')
      this.incomings.push(message)
      return { incomingId: this.incomings.length, channelId: null }
    },
    async lateAnswer(answer) {
      this.lateAnswers.push(answer)
    },
    async unreported({ submittedBefore, afterSmsId, limit }) {
      return this.parts.filter((part) => part.smsId > afterSmsId && part.submittedAt < submittedBefore).slice(0, limit)
    },
    parts: [],
  }
}

export function readConfig(config: Partial<SimulatorConfig>): SimulatorConfig {
  return Value.Parse(SimulatorConfigSchema, Value.Default(SimulatorConfigSchema, { ...config }))
}

export function createInstance(
  config: Partial<SimulatorConfig> = {},
  clock: ManualClock = createManualClock(),
): Harness {
  const gateway = createFakeGateway()
  const log = captureLogger()
  const unused = new Proxy({}, { get: (_, name) => assert.fail(`unexpected use of ${String(name)}`) }) as never
  const plugin = simulator.create(
    {
      instanceId: 'simulator',
      logger: log,
      clock,
      http: unused,
      metrics: unused,
      brand: OWN_BRAND,
      publicUrl: 'http://localhost',
      services: { network: gateway },
    },
    readConfig(config),
  )
  const links = plugin.carrier?.links ?? assert.fail('no carrier')
  const link = links[0] ?? assert.fail('no link')
  const harness: Harness = {
    plugin,
    links,
    link,
    gateway,
    clock,
    log,
    submit: (message) => link.submit(outgoing(message)),
    async pass(milliseconds) {
      for (let left = milliseconds; left >= 0; left -= 10) {
        clock.advance(Math.min(10, left))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    request: (method, path, options) => request(plugin, method, path, options),
    stats: async () => JSON.parse(String((await harness.request('GET', '/stats')).body)),
    stop: async () => plugin.stop?.(AbortSignal.timeout(1000)),
  }
  return harness
}

export async function startInstance(config: Partial<SimulatorConfig> = {}, clock?: ManualClock): Promise<Harness> {
  const harness = createInstance(config, clock)
  await harness.plugin.start?.(AbortSignal.timeout(1000))
  for (const link of harness.links) link.open?.()
  return harness
}

let lastSmsId = 0

export function outgoing(message: Partial<OutgoingMessage> = {}): OutgoingMessage {
  lastSmsId += 1
  return {
    smsId: lastSmsId,
    attempt: 1,
    from: '27820001234',
    to: '27831234567',
    text: 'Hello',
    encoding: 'gsm',
    parts: 1,
    flash: false,
    userDataHeader: null,
    only: null,
    priority: 'HIGH',
    validUntil: new Date(8_640_000_000_000),
    ...message,
  }
}

async function request(
  plugin: Plugin,
  method: 'GET' | 'POST',
  path: string,
  { query = '', body = '' }: { query?: string; body?: string } = {},
): Promise<HttpResponse> {
  const route = plugin.adminRoutes?.find((candidate) => candidate.method === method && candidate.path === path)
  assert.ok(route, `no route ${method} ${path}`)
  const plain: HttpRequest = {
    method,
    path,
    query,
    headers: {},
    params: {},
    body: Buffer.from(body),
    remoteAddress: '127.0.0.1',
    isSecure: false,
    requestId: 'r-1',
    signal: new AbortController().signal,
  }
  return await route.handler(plain)
}
