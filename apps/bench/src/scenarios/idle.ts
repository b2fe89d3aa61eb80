import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { type Generator, startGenerator } from '../generator/generator-process.ts'
import type { LoadResult } from '../generator/job.ts'
import { textOf } from '../generator/request-template.ts'
import type { Limits } from '../limits.ts'
import { isDisturbed, startCpuMeter } from '../meters/cpu-meter.ts'
import { type Quiet, waitForIdleMachine } from '../meters/idle-machine.ts'
import type { Round } from '../report/figures.ts'
import { percentile } from '../report/statistics.ts'
import { loadJob } from './load-job.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait-until.ts'

/** Long enough for all work after a message to finish. */
const PAUSE_MS = 50

/** Requests sent one by one to a gateway that has nothing else to do. */
export const idle: Scenario = {
  name: 'idle',
  description: 'lone requests to an idle gateway',
  defaults: { clients: 1, messages: 300, warmup: 300, receipts: false },
  title: ({ messages }) => `${messages} lone requests, ${PAUSE_MS} ms between an answer and the next request`,
  plan: ({ receipts, messages, warmup }) => ({ simulator: { receipts, history: messages + warmup } }),
  figures: () => [
    { key: 'accepted', label: 'accepted after, median', unit: 'ms', digits: 2, goal: { atMost: 4 } },
    { key: 'acceptedP95', label: 'accepted after, 95th percentile', unit: 'ms', digits: 2 },
    { key: 'submitted', label: 'handed to the link after, median', unit: 'ms', digits: 2, goal: { atMost: 12 } },
    { key: 'submittedP95', label: 'handed to the link after, 95th percentile', unit: 'ms', digits: 2 },
  ],
  async measure(gateway, options) {
    const { messages, warmup } = options
    const requests = warmup + messages
    const pace = { kind: 'closed', thinkMs: PAUSE_MS } as const
    const quiet = await waitForIdleMachine(options)
    const generator = await startGenerator(loadJob(gateway, { clients: 1, requests, pace, keepTimes: true }))
    try {
      return await measureIdle(gateway, generator, quiet, options)
    } finally {
      generator.stop()
    }
  },
}

async function measureIdle(
  gateway: BenchGateway,
  generator: Generator,
  quiet: Quiet,
  options: RunOptions,
): Promise<Round> {
  const { messages, warmup } = options
  const requests = warmup + messages
  const cpu = startCpuMeter({ gateway: [gateway.pid], postmaster: gateway.postmaster, generator: generator.pid })
  const load = await generator.run(options)
  const submitted = await handoverTimes(gateway, load, requests, options)
  const cpuUse = cpu.read()
  const measured = load.times.filter(({ sequence }) => sequence >= warmup)
  const accepted = measured.map(({ latencyMs }) => latencyMs)
  const handedOver = measured.flatMap(({ sequence }) => submitted.get(sequence) ?? [])
  const problems: string[] = []
  if (load.accepted !== requests) problems.push(`accepted ${load.accepted} of ${requests}: ${load.firstError}`)
  if (handedOver.length !== messages) problems.push(`${handedOver.length} of ${messages} reached the network`)
  return {
    complete: problems.length === 0,
    problems,
    disturbed: !quiet.quiet || isDisturbed(cpuUse),
    loopMs: quiet.loopMs,
    values: {
      accepted: percentile(accepted, 50),
      acceptedP95: percentile(accepted, 95),
      submitted: percentile(handedOver, 50),
      submittedP95: percentile(handedOver, 95),
    },
    details: { quiet, cpu: cpuUse, statuses: load.statuses },
  }
}

/**
 * Resolves with the milliseconds from the start of each request to the network (whose clock ticks in whole
 * milliseconds), by sequence number.
 */
async function handoverTimes(
  gateway: BenchGateway,
  load: LoadResult,
  requests: number,
  limits: Limits,
): Promise<ReadonlyMap<number, number>> {
  const sent = await waitUntil(100, limits, async () => {
    const all = await gateway.simulator.sent(0, requests)
    return all.length >= requests ? all : undefined
  })
  const sentAtMs = new Map(sent?.map(({ text, at }) => [text, Date.parse(at)]))
  return new Map(
    load.times.flatMap(({ sequence, startedAtMs }) => {
      const atMs = sentAtMs.get(textOf(sequence))
      return atMs === undefined ? [] : [[sequence, atMs - startedAtMs] as const]
    }),
  )
}
