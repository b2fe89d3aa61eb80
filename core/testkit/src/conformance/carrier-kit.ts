import assert from 'node:assert/strict'
import type { Carrier, CarrierLink, OutgoingMessage, PartOutcome, Plugin, PluginModule } from '@heliograph/contracts'
import type { InjectedResponse } from '@heliograph/http'
import { noteInvolved } from './author-lines.ts'
import type { CarrierNetwork } from './carrier-network.ts'
import { advanceSlowlyUntil, advanceUntil, type ClockWaits, createClockWaits } from './clock-waits.ts'
import { DEFAULT_PATIENCE_MS } from './deadline.ts'
import { assertGoodConduct, assertNothingLeft } from './good-conduct.ts'
import {
  controlOf,
  createModuleWorld,
  type HttpAnswer,
  type InstanceControl,
  type ModuleWorld,
} from './module-world.ts'
import { createPluginRequests } from './plugin-requests.ts'
import type { TestRequest } from './test-request.ts'
import { withPlaces } from './watched-services.ts'

// biome-ignore lint/suspicious/noExplicitAny: the kit takes modules of any configuration and dependencies
export type AnyPluginModule = PluginModule<any, any>

/** @stability stable */
export interface CarrierWorld {
  /** The instance's configuration as an operator would write it. */
  readonly config: Readonly<Record<string, unknown>>
  /** A recipient that the network accepts messages for, E.164 digits. */
  readonly goodRecipient: string
  /**
   * A recipient whose network answers only after the link has given the part up; for carriers that report such answers
   * (`Network.lateAnswer`) and have no `network` here.
   */
  readonly lateRecipient?: string | undefined
  /**
   * How long an answer may take, in ms of real time, for carriers that talk to a real peer. Default 5,000, or 20,000
   * with a `network`.
   */
  readonly patienceMs?: number | undefined
  /**
   * The network that `config` leads to, for carriers that talk to a real peer. The kit then gives it real time for each
   * answer before it advances the clock further, and resets it for each check.
   */
  readonly network?: CarrierNetwork | undefined
  /**
   * The network of a carrier over HTTP: its reply to each request for which nothing is scripted; an `OutboundError` is
   * thrown.
   */
  readonly http?: HttpAnswer | undefined
}

/** One instance of a carrier with everything around it in memory. @stability stable */
export interface CarrierKit extends ModuleWorld, InstanceControl, ClockWaits {
  readonly plugin: Plugin
  readonly carrier: Carrier
  /**
   * Sends a request to a route of the plugin, for its network or on the admin port; `path` as declared by the plugin.
   */
  request(request: TestRequest): Promise<InjectedResponse>
  /** How often each link reported a change. */
  readonly changes: ReadonlyMap<CarrierLink, number>
  /** A message to `goodRecipient`, frozen, with a unique number. */
  message(over?: Partial<OutgoingMessage>): OutgoingMessage
  /** Lets time pass in which the carrier could do something: some minutes of the clock. */
  pass(): Promise<void>
  /** Starts the instance unless that was done, opens the links as the engine does, and waits until all are up. */
  open(): Promise<void>
  /** Submits as the engine does and checks the answer against the contract. */
  submit(link: CarrierLink, message: OutgoingMessage): Promise<readonly PartOutcome[]>
}

/** How often a carrier is observed while time passes, enough for it to have done what it must not do. */
const LOOKS = 200
/** For a start or a stop, regardless of other waits. */
const CONTROL_PATIENCE_MS = 30_000
const PATIENCE_WITH_NETWORK_MS = 20_000

/**
 * Creates an instance, without starting it. Throws when the host would refuse the module or its configuration.
 * @stability stable
 */
export async function createCarrierKit(module: AnyPluginModule, options: CarrierWorld): Promise<CarrierKit> {
  await options.network?.reset()
  const { context, world } = await createModuleWorld(module, options.config, { answer: options.http })
  const { conduct } = world
  const plugin = conduct.run(() => module.create(context, world.config as never))
  const carrier = { links: (plugin.carrier?.links ?? []).map((link) => conduct.guard(link)) }
  for (const name of ['start', 'stop', 'formatError'] as const) noteInvolved(name, plugin[name])
  for (const { name, submit } of plugin.carrier?.links ?? []) noteInvolved(`submit of the link '${name}'`, submit)
  const control = controlOf(plugin, conduct, CONTROL_PATIENCE_MS)
  const changes = new Map<CarrierLink, number>()
  for (const link of carrier.links) link.onChange(() => changes.set(link, (changes.get(link) ?? 0) + 1))
  const { settled, until } = createClockWaits((what, isTrue) =>
    options.network
      ? advanceSlowlyUntil(world.clock, options.patienceMs ?? PATIENCE_WITH_NETWORK_MS, what, isTrue)
      : advanceUntil(world.clock, options.patienceMs ?? DEFAULT_PATIENCE_MS, what, isTrue),
  )
  let lastSmsId = 0
  let isStarted = false
  const start: InstanceControl['start'] = (signal) => {
    isStarted = true
    return control.start(signal)
  }

  return {
    ...world,
    ...control,
    start,
    plugin,
    carrier,
    changes,
    request: createPluginRequests(plugin, world, CONTROL_PATIENCE_MS),
    settled,
    until,
    async pass() {
      let looks = 0
      await until('time to pass', () => ++looks > LOOKS)
    },
    message: (over = {}) => newMessage(++lastSmsId, options.goodRecipient, world.clock.now(), over),
    async open() {
      if (!isStarted) await settled(start())
      assert.ok(carrier.links.length > 0, 'a carrier has at least one link')
      for (const link of carrier.links) link.open?.()
      await until('every link to be up', () => carrier.links.every((link) => link.isUp()))
    },
    async submit(link, message) {
      const outcomes = await settled(link.submit(message))
      assertOutcomes(outcomes, message)
      return outcomes
    },
  }
}

/**
 * Runs `work` with a created instance, stops it in any case, and checks that the instance behaved as the contract
 * demands.
 * @stability stable
 */
export async function withCarrierKit<T>(
  module: AnyPluginModule,
  options: CarrierWorld,
  work: (kit: CarrierKit) => Promise<T>,
): Promise<T> {
  const kit = await createCarrierKit(module, options)
  const result = await stopped(kit, work)
  assertGoodConduct(kit)
  await assertNothingLeft(kit)
  return result
}

async function stopped<T>(kit: CarrierKit, work: (kit: CarrierKit) => Promise<T>): Promise<T> {
  try {
    return await work(kit)
  } catch (error) {
    throw withPlaces(error, kit)
  } finally {
    await kit.settled(kit.stop())
  }
}

function newMessage(smsId: number, to: string, now: number, over: Partial<OutgoingMessage>): OutgoingMessage {
  return Object.freeze({
    smsId,
    attempt: 1,
    from: '27820001234',
    to,
    text: `Test message ${smsId} of the carrier kit`,
    encoding: 'gsm',
    parts: 1,
    flash: false,
    userDataHeader: null,
    only: null,
    priority: 'NORMAL',
    validUntil: new Date(now + 48 * 3_600_000),
    ...over,
  } satisfies OutgoingMessage)
}

const FAULTS = ['message', 'destination', 'route', 'link']

/**
 * Checks that there is one outcome for each part (of `only`, or of all where the others are no longer known), or one
 * for all; each of a known kind and complete.
 */
function assertOutcomes(outcomes: readonly PartOutcome[], { only, parts }: OutgoingMessage): void {
  assert.ok(Array.isArray(outcomes), 'submit should give an array of outcomes')
  assert.ok(
    [1, parts, only?.length].includes(outcomes.length),
    `submit gave ${outcomes.length} outcomes for ${only?.length ?? parts} parts; it should be one for each or one for all`,
  )
  for (const outcome of outcomes) {
    const fault = outcomeFault(outcome)
    if (fault) assert.fail(fault)
  }
}

function outcomeFault(outcome: PartOutcome): string | undefined {
  switch (outcome.kind) {
    case 'accepted':
      if (outcome.networkId === null || (typeof outcome.networkId === 'string' && outcome.networkId !== ''))
        return undefined
      return `the network id of an accepted part is ${JSON.stringify(outcome.networkId)}: it should be a text or null`
    case 'refused':
      if (!FAULTS.includes(outcome.fault)) return `a refusal blames ${JSON.stringify(outcome.fault)}`
      return outcome.status ? undefined : 'a refusal has no status for the operator'
    case 'throttled':
    case 'try-later':
      return outcome.status ? undefined : `an outcome ${outcome.kind} has no status for the operator`
    case 'unknown':
    case 'not-sent':
      return undefined
    default:
      return `there is no outcome ${JSON.stringify(outcome)}`
  }
}
