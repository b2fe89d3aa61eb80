import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { countMessages, countStates, lastMessageId } from '../gateway/database.ts'
import { startDatabaseMeter } from '../gateway/database-meter.ts'
import type { Limits } from '../limits.ts'
import { isDisturbed, startCpuMeter } from '../meters/cpu-meter.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import { startMemoryMeter } from '../meters/memory-meter.ts'
import { type FigureSpec, MEMORY_GOAL, type Round } from '../report/figures.ts'
import { runSmppLoad, startSmppGenerator } from '../smpp-generator/generator-process.ts'
import type { SmppResult } from '../smpp-generator/job.ts'
import { SMPP_WINDOW, smppJob } from './load-job.ts'
import { monotonicUs, perThousand } from './measure-sends.ts'
import { countSmsc, type NetworkCounts, requireSmsc } from './network-counter.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { CPU_SHARES } from './send-figures.ts'
import { waitUntil } from './wait-until.ts'

const POLL_MS = 50

/** As many as clients by default, so that messages from several connections do not all go out over one. */
const NETWORK_BINDS = 4

/** The whole way of an SMPP client's message and of its receipt. */
export const smppThrough: Scenario = {
  name: 'smpp-through',
  description: 'SMPP in, SMPP out, receipts from the network and back to the client',
  defaults: { clients: 4, messages: 1_000_000, seconds: 60, warmup: 10_000, receipts: true },
  title: ({ clients, messages, seconds, requestsPerSecond }) =>
    [
      seconds === undefined ? `${messages} messages` : `${seconds} s`,
      `${clients} transceivers with window ${SMPP_WINDOW}, ${NETWORK_BINDS} binds with window ${SMPP_WINDOW}`,
      requestsPerSecond === undefined ? 'closed loop' : `${requestsPerSecond}/s`,
    ].join(', '),
  plan: () => ({ smppServer: true, smsc: { answerAfterMs: 0, link: { window: SMPP_WINDOW, binds: NETWORK_BINDS } } }),
  figures: () => FIGURES,
  async measure(gateway, options) {
    const { clients, messages, seconds, warmup, requestsPerSecond } = options
    const warm = { sessions: clients, messages: warmup }
    if (warmup > 0) await runSmppLoad(smppJob(gateway, warm), options)
    return measureThrough(gateway, options, {
      ...warm,
      messages,
      seconds,
      messagesPerSecond: requestsPerSecond,
      firstNumber: warmup,
    })
  },
}

const FIGURES: readonly FigureSpec[] = [
  { key: 'acceptedPerSecond', label: 'accepted', unit: 'messages/s', digits: 0 },
  { key: 'submittedPerSecond', label: 'and submitted', unit: 'messages/s', digits: 0 },
  {
    key: 'receiptsPerSecond',
    label: 'and reported to the client',
    unit: 'messages/s',
    digits: 0,
    goal: { atLeast: 5000 },
  },
  { key: 'p50', label: 'submit to answer, median', unit: 'ms', digits: 1 },
  { key: 'p99', label: 'submit to answer, 99th percentile', unit: 'ms', digits: 1 },
  { key: 'receiptP50', label: 'submit to receipt, median', unit: 'ms', digits: 1 },
  { key: 'receiptP99', label: 'submit to receipt, 99th percentile', unit: 'ms', digits: 1 },
  { key: 'cpu', label: 'CPU of gateway and Postgres', unit: 's per 1,000', digits: 4, goal: { atMost: 0.3 } },
  ...CPU_SHARES,
  { key: 'cpuOurs', label: 'beside it clients and network', unit: 's per 1,000', digits: 4 },
  { key: 'walPerMessage', label: 'write-ahead log', unit: 'octets a message', digits: 0 },
  { key: 'commitsPerMessage', label: 'writing transactions', unit: 'a message', digits: 3 },
  { key: 'rssPeak', label: 'memory of the gateway, peak', unit: 'MiB', digits: 0, goal: MEMORY_GOAL },
  { key: 'rssGrowth', label: 'its growth while warm', unit: 'MiB', digits: 0, goal: { atMost: 32 } },
]

async function measureThrough(
  gateway: BenchGateway,
  options: RunOptions,
  load: Parameters<typeof smppJob>[1],
): Promise<Round> {
  const smsc = requireSmsc(gateway)
  const network = countSmsc(smsc)
  const afterId = await lastMessageId(gateway.sql)
  const before = await network()
  const generator = await startSmppGenerator(smppJob(gateway, load))
  try {
    const quiet = await waitForIdleMachine(options)
    const { pid, postmaster } = gateway
    const database = await startDatabaseMeter(gateway.sql)
    const memory = startMemoryMeter(pid)
    const cpu = startCpuMeter({ gateway: [pid], postmaster, generator: generator.pid, network: [smsc.pid] })
    const beganUs = monotonicUs()
    const result = await generator.run(options)
    const memoryUse = memory.stop()
    const taken = since(before, await network())
    const delivered = await followDelivered(gateway, afterId, result.accepted, options)
    const endedUs = monotonicUs()
    const cpuUse = cpu.read()
    const databaseUse = await database.read()
    const stored = await countMessages(gateway.sql, afterId)
    const problems = problemsOf({ result, taken, stored, delivered })
    return {
      complete: problems.length === 0,
      problems,
      disturbed: !quiet.quiet || isDisturbed(cpuUse),
      loopMs: quiet.loopMs,
      values: {
        ...rates(result, taken),
        ...perThousand(cpuUse, result.accepted),
        cpuOurs: ((cpuUse.generator + cpuUse.network) / result.accepted) * 1000,
        walPerMessage: databaseUse.walOctets / result.accepted,
        commitsPerMessage: databaseUse.commits / result.accepted,
        rssPeak: memoryUse.peak / 2 ** 20,
        rssGrowth: memoryUse.growth / 2 ** 20,
      },
      windowUs: [beganUs, endedUs],
      details: { result, taken, stored, delivered, cpu: cpuUse, database: databaseUse, memory: memoryUse, quiet },
    }
  } finally {
    generator.stop()
  }
}

function since(before: NetworkCounts, after: NetworkCounts): NetworkCounts {
  return { ...after, messages: after.messages - before.messages, duplicates: after.duplicates - before.duplicates }
}

/** Resolves with the number of messages that the database shows as delivered, once all are or the time is over. */
async function followDelivered(
  { sql }: BenchGateway,
  afterId: number,
  messages: number,
  limits: Limits,
): Promise<number> {
  const count = async () => (await countStates(sql, afterId)).delivered ?? 0
  const all = await waitUntil(POLL_MS, limits, async () => {
    const delivered = await count()
    return delivered >= messages ? delivered : undefined
  })
  return all ?? count()
}

interface Counts {
  readonly result: SmppResult
  readonly taken: NetworkCounts
  readonly stored: number
  readonly delivered: number
}

function problemsOf({ result, taken, stored, delivered }: Counts): readonly string[] {
  const { accepted, submitted, receipts } = result
  const problems: string[] = []
  if (accepted !== submitted) {
    const { refused, unanswered } = result
    problems.push(`accepted ${accepted} of ${submitted}: ${JSON.stringify({ refused, unanswered })}`)
  }
  if (stored !== accepted) problems.push(`stored ${stored} of ${accepted}`)
  if (taken.messages !== accepted) problems.push(`${taken.messages} of ${accepted} reached the network`)
  if (taken.duplicates !== 0) problems.push(`${taken.duplicates} reached the network twice`)
  if (delivered !== accepted) problems.push(`${delivered} of ${accepted} were recorded as delivered`)
  if (receipts.messages !== accepted) problems.push(`the client has receipts of ${receipts.messages} of ${accepted}`)
  for (const kind of ['duplicates', 'strangers', 'failures'] as const) {
    if (receipts[kind] !== 0) problems.push(`${kind} among the receipts of the client: ${receipts[kind]}`)
  }
  return problems
}

/** Messages per second, from the first submit. */
function rates(result: SmppResult, taken: NetworkCounts): Round['values'] {
  const { accepted, firstAtMs, lastAnswerAtMs, receipts, latency } = result
  const perSecond = (untilMs: number) => (accepted / (untilMs - firstAtMs)) * 1000
  return {
    acceptedPerSecond: perSecond(lastAnswerAtMs),
    submittedPerSecond: perSecond(taken.lastAtMs ?? Number.NaN),
    receiptsPerSecond: perSecond(receipts.lastAtMs),
    p50: latency.p50Ms,
    p99: latency.p99Ms,
    receiptP50: receipts.latency.p50Ms,
    receiptP99: receipts.latency.p99Ms,
  }
}
