import type { CallbackSink } from '../callbacks/callback-sink.ts'
import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { countDeliveredWebhooks, countMessages, countStates, lastMessageId } from '../gateway/database.ts'
import { startDatabaseMeter } from '../gateway/database-meter.ts'
import type { GatewayProcess } from '../gateway/gateway-process.ts'
import { type Generator, startGenerator } from '../generator/generator-process.ts'
import type { LoadJob, LoadResult } from '../generator/job.ts'
import { type CpuUse, isDisturbed, startCpuMeter } from '../meters/cpu-meter.ts'
import { type Quiet, waitForIdleMachine } from '../meters/idle-machine.ts'
import { startMemoryMeter } from '../meters/memory-meter.ts'
import type { Round } from '../report/figures.ts'
import { countSimulator, type NetworkCounter } from './network-counter.ts'
import type { RunOptions } from './scenario.ts'
import { waitUntil } from './wait-until.ts'

const POLL_MS = 20

/** When all messages had arrived at each stage, milliseconds since the epoch; undefined when not all of them did. */
interface Arrivals {
  /** The last message was handed to the network. */
  readonly submittedAtMs: number | undefined
  /** The database shows all of them as handed over. */
  readonly recordedAtMs: number | undefined
  /** The database shows all of them as delivered. */
  readonly deliveredAtMs: number | undefined
  /** The last of their webhooks was called; absent without webhooks. */
  readonly calledAtMs?: number | undefined
}

/** The places that messages are followed to. */
export interface Ends {
  /** Counts the messages at the network; default: the simulator. */
  readonly network?: NetworkCounter
  /** The receiver of the webhook for each receipt. */
  readonly callbacks?: CallbackSink | undefined
  /** Further processes of the gateway, whose CPU time counts as well. */
  readonly nodes?: readonly GatewayProcess[]
}

/**
 * Sends at most `messages` messages and follows them to the network and, with receipts, to their delivery and their
 * webhooks.
 */
export async function measureSends(
  gateway: BenchGateway,
  job: LoadJob,
  messages: number,
  options: RunOptions,
  { network = countSimulator(gateway.simulator), callbacks, nodes = [] }: Ends = {},
): Promise<Round> {
  // Before the generator opens its connections: those that wait for more than a few seconds are closed as idle.
  const quiet = await waitForIdleMachine(options)
  const generator = await startGenerator(job)
  try {
    const measured = { gateway, network, callbacks, nodes, generator, quiet }
    return await measureLoad(measured, messages / job.requests, options)
  } finally {
    generator.stop()
  }
}

interface Measured {
  readonly gateway: BenchGateway
  readonly network: NetworkCounter
  readonly callbacks: CallbackSink | undefined
  readonly nodes: readonly GatewayProcess[]
  readonly generator: Generator
  readonly quiet: Quiet
}

async function measureLoad(measured: Measured, perRequest: number, options: RunOptions): Promise<Round> {
  const { gateway, network, callbacks, nodes, generator, quiet } = measured
  // Several nodes take ids from blocks of their own, so that a later message may have a lower id: then all count.
  const afterId = nodes.length === 0 ? await lastMessageId(gateway.sql) : 0
  const takenBefore = (await network()).messages
  const calledBefore = (await callbacks?.counts())?.requests ?? 0
  const processes = {
    gateway: [gateway.pid, ...nodes.map(({ pid }) => pid)],
    postmaster: gateway.postmaster,
    generator: generator.pid,
    network: [gateway.smsc, callbacks].flatMap((peer) => (peer === undefined ? [] : [peer.pid])),
  }
  const storedBefore = await countMessages(gateway.sql, afterId)
  const statesBefore = await countStates(gateway.sql, afterId)
  const database = await startDatabaseMeter(gateway.sql)
  const memory = startMemoryMeter(gateway.pid)
  const cpu = startCpuMeter(processes)
  const beganUs = monotonicUs()

  const load = await generator.run(options)
  const messages = load.requests * perRequest
  const arrivals = await followMessages(
    { ...measured, afterId, statesBefore, takenBefore, calledBefore },
    load.accepted,
    options,
  )
  const endedUs = monotonicUs()
  const cpuUse = cpu.read()
  const databaseUse = await database.read()
  const memoryUse = memory.stop()

  const stored = (await countMessages(gateway.sql, afterId)) - storedBefore
  const { duplicates } = await network()
  const called = ((await callbacks?.counts())?.requests ?? 0) - calledBefore
  const problems = [
    ...problemsOf({ load, arrivals, messages, stored, duplicates, receipts: options.receipts }),
    ...(callbacks !== undefined && called !== messages ? [`${called} webhooks for ${messages} messages`] : []),
  ]
  return {
    complete: problems.length === 0,
    problems,
    disturbed: !quiet.quiet || isDisturbed(cpuUse),
    loopMs: quiet.loopMs,
    values: {
      ...rates(load, arrivals, messages),
      ...latencies(load),
      ...perThousand(cpuUse, messages),
      walPerMessage: databaseUse.walOctets / messages,
      storedPerMessage: databaseUse.storedOctets / messages,
      commitsPerMessage: databaseUse.commits / messages,
      rssPeak: memoryUse.peak / 2 ** 20,
    },
    windowUs: [beganUs, endedUs],
    details: { load, arrivals, cpu: cpuUse, database: databaseUse, memory: memoryUse, quiet, stored, duplicates },
  }
}

/** Current time in microseconds on the machine's monotonic clock. */
export function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

interface Followed {
  readonly gateway: BenchGateway
  readonly network: NetworkCounter
  readonly callbacks: CallbackSink | undefined
  /** Only messages with greater ids count. */
  readonly afterId: number
  /** How many of these there were in each state before. */
  readonly statesBefore: Readonly<Record<string, number>>
  /** Number of messages that the network had before. */
  readonly takenBefore: number
  readonly calledBefore: number
}

/** Queries the network first, because counting in the database affects the measurement. */
async function followMessages(
  { gateway: { sql }, network, callbacks, afterId, statesBefore, takenBefore, calledBefore }: Followed,
  messages: number,
  options: RunOptions,
): Promise<Arrivals> {
  const until = <T>(ask: () => Promise<T | undefined>) => waitUntil(POLL_MS, options, ask)
  const countOf = async (...states: readonly string[]) => {
    const counts = await countStates(sql, afterId)
    return states.reduce((sum, state) => sum + (counts[state] ?? 0) - (statesBefore[state] ?? 0), 0)
  }

  const submittedAtMs = await until(async () => {
    const counts = await network()
    return counts.messages - takenBefore >= messages ? counts.lastAtMs : undefined
  })
  if (submittedAtMs === undefined) return { submittedAtMs, recordedAtMs: undefined, deliveredAtMs: undefined }
  const recordedAtMs = await until(async () =>
    (await countOf('submitted', 'delivered')) >= messages ? Date.now() : undefined,
  )
  if (!options.receipts || recordedAtMs === undefined) return { submittedAtMs, recordedAtMs, deliveredAtMs: undefined }
  await until(async () => ((await network()).pendingReceipts === 0 ? true : undefined))
  const deliveredAtMs = await until(async () => ((await countOf('delivered')) >= messages ? Date.now() : undefined))
  if (callbacks === undefined) return { submittedAtMs, recordedAtMs, deliveredAtMs }
  const calledAtMs = await until(async () => {
    const { requests, lastAtMs } = await callbacks.counts()
    return requests - calledBefore >= messages ? lastAtMs : undefined
  })
  // The work of recording them counts as well.
  await until(async () => ((await countDeliveredWebhooks(sql, afterId)) >= messages ? true : undefined))
  return { submittedAtMs, recordedAtMs, deliveredAtMs, calledAtMs }
}

interface Counts {
  readonly load: LoadResult
  readonly arrivals: Arrivals
  readonly messages: number
  readonly stored: number
  readonly duplicates: number
  readonly receipts: boolean
}

function problemsOf({ load, arrivals, messages, stored, duplicates, receipts }: Counts): readonly string[] {
  const problems: string[] = []
  if (load.accepted !== messages) problems.push(`accepted ${load.accepted} of ${messages}`)
  if (load.succeeded !== load.requests) problems.push(`answers ${JSON.stringify(load.statuses)}: ${load.firstError}`)
  if (stored !== messages) problems.push(`stored ${stored} of ${messages}`)
  if (duplicates !== 0) problems.push(`${duplicates} reached the network twice`)
  if (arrivals.submittedAtMs === undefined) problems.push('not all reached the network in time')
  else if (arrivals.recordedAtMs === undefined) problems.push('not all were recorded as submitted in time')
  else if (receipts && arrivals.deliveredAtMs === undefined) problems.push('not all were delivered in time')
  return problems
}

/** Messages per second, from the first request. */
function rates(load: LoadResult, arrivals: Arrivals, messages: number): Round['values'] {
  const perSecond = (untilMs: number | undefined) =>
    untilMs === undefined ? undefined : (messages / (untilMs - load.firstAtMs)) * 1000
  return {
    acceptedPerSecond: perSecond(load.lastAtMs),
    submittedPerSecond: perSecond(arrivals.submittedAtMs),
    recordedPerSecond: perSecond(arrivals.recordedAtMs),
    deliveredPerSecond: perSecond(arrivals.deliveredAtMs),
    calledPerSecond: perSecond(arrivals.calledAtMs),
  }
}

function latencies({ latency }: LoadResult): Round['values'] {
  return { p50: latency.p50Ms, p99: latency.p99Ms, max: latency.maxMs }
}

export function perThousand(use: CpuUse, messages: number): Round['values'] {
  const per = (seconds: number) => (seconds / messages) * 1000
  return {
    cpu: per(use.gateway + use.postgres),
    cpuGateway: per(use.gateway),
    cpuMain: per(use.gatewayMain),
    cpuPostgres: per(use.postgres),
    postgresPerCore: 1000 / per(use.postgres),
    cpuGenerator: per(use.generator),
  }
}
