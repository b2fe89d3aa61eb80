import { callPageEndpoint } from '@heliograph/config'
import {
  type Brand,
  type MessageEnded,
  type MessageEvent,
  type MessageRead,
  type Plugin,
  PRIORITIES,
  type Principal,
  type SmsReceived,
  type SubmitMessage,
  type SubmitRequest,
} from '@heliograph/contracts'
import type { InjectedResponse } from '@heliograph/http'
import type { EventHandover } from '../memory/events.ts'
import type { AccountOptions } from '../memory/memory-engine.ts'
import type { StoredMessage } from '../memory/messages.ts'
import { noteInvolved } from './author-lines.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import { advanceUntil, type ClockWaits, createClockWaits } from './clock-waits.ts'
import { DEFAULT_PATIENCE_MS } from './deadline.ts'
import { assertGoodConduct, assertNothingLeft } from './good-conduct.ts'
import {
  controlOf,
  createModuleWorld,
  type HttpAnswer,
  type InstanceControl,
  type ModuleWorld,
} from './module-world.ts'
import { type CommandEnd, runCommand } from './plugin-command-run.ts'
import { createPluginRequests } from './plugin-requests.ts'
import { INSTANCE_ID } from './read-config.ts'
import type { TestRequest } from './test-request.ts'
import { withPlaces } from './watched-services.ts'

/** @stability experimental */
export interface PluginWorld {
  /** The instance's configuration as an operator would write it. */
  readonly config: Readonly<Record<string, unknown>>
  /** The account under test, apart from its key. */
  readonly account?: AccountOptions | undefined
  /** As what the deployment presents itself. Default: as Heliograph. */
  readonly brand?: Brand | undefined
  /** How long `start` and `stop` may take, in ms of real time. Default 5,000. */
  readonly patienceMs?: number | undefined
  /** The other server of a plugin that calls one: its reply to each request for which nothing is scripted. */
  readonly http?: HttpAnswer | undefined
}

/** What matters of an event: its kind, and fields that are not those of an ordinary one. @stability experimental */
export type GivenEvent =
  | (Pick<MessageEnded, 'kind'> & Partial<MessageEnded>)
  | (Pick<MessageRead, 'kind'> & Partial<MessageRead>)
  | (Pick<SmsReceived, 'kind'> & Partial<SmsReceived>)

/** What matters of a request; what is absent is as in an ordinary one: a text to one number. @stability experimental */
export interface GivenRequest extends Partial<Omit<SubmitRequest, 'messages'>> {
  readonly messages?: readonly Partial<SubmitMessage>[] | undefined
}

/** One instance of a plugin that is not a carrier, with everything around it in memory. @stability experimental */
export interface PluginKit extends ModuleWorld, InstanceControl, ClockWaits {
  /** The instance; another one after `restart`. */
  readonly plugin: Plugin
  /** Sends a request to a route of the plugin, for its peers or on the admin port; `path` as the plugin declares it. */
  request(request: TestRequest): Promise<InjectedResponse>
  /** An event of the account under test: a delivered message, or an SMS to its channel; with a number of its own. */
  event(given: GivenEvent): MessageEvent
  /**
   * Hands events to the plugin in one batch; one with an `eventId` that it has seen comes again. Resolves when they are
   * taken, with how often that needed; the clock is advanced for another try. Rejects when the plugin does not listen,
   * or takes them in none of many tries.
   */
  emit(...events: readonly GivenEvent[]): Promise<EventHandover>
  /**
   * Submits a request of the account under test, about which the hooks of the plugin are asked. Resolves with the
   * messages that are stored; rejects with the error that refuses it.
   */
  submit(request?: GivenRequest): Promise<readonly StoredMessage[]>
  /** The request that `submit` makes of what is given. */
  asRequest(request?: GivenRequest): SubmitRequest
  /** Advances the clock by so much in small steps, so that whatever becomes due has time to happen. */
  pass(milliseconds: number): Promise<void>
  /**
   * Runs one of its commands with these values, as `heliograph <instance> <command>` does: on another instance, which
   * has been created and not started. Rejects for values that could not be typed, and with what the command throws.
   */
  runCommand(name: string, values?: Readonly<Record<string, unknown>>): Promise<CommandEnd>
  /** Calls an endpoint of one of its pages; `principal` defaults to the user of the account under test. */
  callPage(page: string, endpoint: string, input?: unknown, principal?: Principal): Promise<unknown>
  /** Stops the instance and starts another, which finds what the first has stored. */
  restart(): Promise<void>
}

/** Steps in which time passes, and the longest of them. */
const STEPS = 50
const LONGEST_STEP_MS = 60_000
/** The number that ordinary events and requests are about. */
const NUMBER = '27821234567'
/** Far from those that the engine double gives. */
const FIRST_EVENT_ID = 1_000_000

/**
 * Creates an instance, without starting it. Throws when the host would refuse the module or its configuration.
 * @stability experimental
 */
export async function createPluginKit(module: AnyPluginModule, options: PluginWorld): Promise<PluginKit> {
  const { account, brand, http: answer, patienceMs = DEFAULT_PATIENCE_MS } = options
  const { context, world } = await createModuleWorld(module, options.config, { account, answer, brand })
  const { clock, conduct, engine } = world
  const create = () => {
    const plugin = conduct.run(() => module.create(context, world.config as never))
    const { hooks } = plugin
    engine.useHooks(hooks === undefined ? new Map() : new Map([[INSTANCE_ID, conduct.guard(hooks)]]))
    for (const name of ['start', 'stop', 'formatError'] as const) noteInvolved(name, plugin[name])
    const request = createPluginRequests(plugin, world, patienceMs)
    return { plugin, request, ...controlOf(plugin, conduct, patienceMs) }
  }
  const waits = createClockWaits((what, isTrue) => advanceUntil(clock, patienceMs, what, isTrue))
  let instance = create()
  let lastEventId = FIRST_EVENT_ID

  const event = (given: GivenEvent) =>
    ({ ...ordinary(given.kind, world), eventId: ++lastEventId, ...given }) as MessageEvent

  return {
    ...world,
    ...waits,
    get plugin() {
      return instance.plugin
    },
    start: (signal) => instance.start(signal),
    stop: (signal) => instance.stop(signal),
    request: (request) => instance.request(request),
    event,
    emit: (...events) => waits.settled(engine.emit(events.map(event))),
    asRequest: ordinaryRequest,
    async submit(given) {
      const { entries } = await waits.settled(engine.submit(world.account.principal, ordinaryRequest(given)))
      return entries.filter(({ smsId }) => smsId > 0).map(({ smsId }) => engine.message(smsId))
    },
    async pass(milliseconds) {
      const end = clock.now() + milliseconds
      const stepMs = Math.min(LONGEST_STEP_MS, Math.ceil(milliseconds / STEPS))
      while (clock.now() < end) {
        clock.advance(Math.min(stepMs, end - clock.now()))
        await waits.until('what is due', isAfterTurns())
      }
    },
    runCommand: (name, values = {}) => waits.settled(runCommand(create().plugin.commands ?? [], name, values, conduct)),
    callPage: async (pageId, endpoint, input = {}, principal = world.account.principal) => {
      const call = { pageId, endpoint, input, signal: new AbortController().signal }
      const answer = conduct.run(() => callPageEndpoint(instance.plugin.pages ?? [], principal, call))
      return (await waits.settled(answer)).value
    },
    async restart() {
      await waits.settled(instance.stop())
      instance = create()
      await instance.start()
    },
  }
}

/** True when asked a second time, a few turns of the loop later. */
function isAfterTurns(): () => boolean {
  let times = 0
  return () => ++times > 1
}

function ordinaryRequest({ messages = [{}], ...given }: GivenRequest = {}): SubmitRequest {
  return {
    origin: 'kit',
    priority: PRIORITIES.NORMAL,
    numbers: 'international',
    atomic: true,
    ...given,
    messages: messages.map((message) => ({ destinations: [{ to: NUMBER }], text: 'Hello', ...message })),
  }
}

function ordinary(
  kind: MessageEvent['kind'],
  { account, clock }: ModuleWorld,
): Omit<MessageEnded, 'eventId'> | Omit<MessageRead, 'eventId'> | Omit<SmsReceived, 'eventId'> {
  const { clientId, channel } = account
  const now = new Date(clock.now())
  if (kind === 'sms-received') {
    const { channelId } = channel
    const sms = { clientId, channelId, incomingId: 1, from: NUMBER, to: channel.address, text: 'Hello' }
    return { kind, ...sms, encoding: 'gsm', receivedAt: now }
  }
  const message = { clientId, smsId: 1, reference: null, origin: 'kit', from: channel.address, to: NUMBER }
  if (kind === 'message-read') return { kind, ...message, readAt: now }
  return { kind, ...message, parts: 1, state: 'delivered', acceptedAt: now }
}

/**
 * Runs `work` with a started instance, stops it in any case, and checks that the instance behaved as the contract
 * demands.
 * @stability experimental
 */
export async function withPluginKit<T>(
  module: AnyPluginModule,
  options: PluginWorld,
  work: (kit: PluginKit) => Promise<T>,
): Promise<T> {
  const kit = await createPluginKit(module, options)
  const result = await startedAndStopped(kit, work)
  assertGoodConduct(kit)
  await assertNothingLeft(kit)
  return result
}

async function startedAndStopped<T>(kit: PluginKit, work: (kit: PluginKit) => Promise<T>): Promise<T> {
  let result: T
  try {
    await kit.start()
    result = await work(kit)
  } catch (error) {
    // What went wrong first says more than a stop that fails because of it.
    await kit.stop(AbortSignal.abort()).catch(() => undefined)
    throw withPlaces(error, kit)
  }
  await kit.stop()
  return result
}
