import { type CallbackSink, startCallbackSink } from '../callbacks/callback-sink.ts'
import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { startGenerator } from '../generator/generator-process.ts'
import { PLACES } from '../generator/request-template.ts'
import { isDisturbed, startCpuMeter } from '../meters/cpu-meter.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import type { Round } from '../report/figures.ts'
import { loadJob } from './load-job.ts'
import { perThousand } from './measure-sends.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait-until.ts'
import { OPEN_TO_SINK, setWebhookUrls } from './webhook-urls.ts'

const POLL_MS = 20
const RATE = 2000
/** The channel of the bench's account. */
const CHANNEL_NUMBER = '27820001234'

/** SMS that arrive at a constant rate through the simulator, each with a JSON webhook. */
export const webhooksIncoming: Scenario = {
  name: 'webhooks-incoming',
  description: `incoming SMS at ${RATE}/s, each with a JSON webhook`,
  defaults: { clients: 64, messages: 40_000, warmup: 4000, receipts: false },
  title: ({ messages, requestsPerSecond = RATE }) =>
    `${messages} incoming SMS at ${requestsPerSecond}/s, each with a webhook`,
  plan: () => ({ simulator: {}, ...OPEN_TO_SINK }),
  figures: ({ requestsPerSecond = RATE }) => [
    { key: 'takenPerSecond', label: 'taken from the network', unit: 'messages/s', digits: 0 },
    {
      key: 'calledPerSecond',
      label: 'and reported by a webhook',
      unit: 'messages/s',
      digits: 0,
      goal: { atLeast: requestsPerSecond * 0.98 },
    },
    { key: 'p50', label: 'from arrival to webhook, median', unit: 'ms', digits: 1 },
    { key: 'p95', label: 'from arrival to webhook, 95th percentile', unit: 'ms', digits: 1 },
    { key: 'max', label: 'from arrival to webhook, longest', unit: 'ms', digits: 1 },
    { key: 'cpu', label: 'CPU of gateway and Postgres', unit: 's per 1,000', digits: 4 },
    { key: 'cpuGateway', label: 'of it the gateway', unit: 's per 1,000', digits: 4 },
    { key: 'cpuPostgres', label: 'of it Postgres', unit: 's per 1,000', digits: 4 },
  ],
  async measure(gateway, options) {
    const callbacks = await startCallbackSink()
    try {
      await setWebhookUrls(gateway.sql, { incoming: `http://127.0.0.1:${callbacks.port}/incoming` })
      const { messages, warmup } = options
      if (warmup > 0) await comeIn(gateway, callbacks, { messages: warmup, firstNumber: 0 }, options)
      const quiet = await waitForIdleMachine(options)
      await callbacks.lateness()
      const round = await comeIn(gateway, callbacks, { messages, firstNumber: warmup }, options)
      return { ...round, disturbed: round.disturbed || !quiet.quiet, loopMs: quiet.loopMs }
    } finally {
      callbacks.stop()
    }
  },
}

async function comeIn(
  gateway: BenchGateway,
  callbacks: CallbackSink,
  { messages, firstNumber }: { readonly messages: number; readonly firstNumber: number },
  options: RunOptions,
): Promise<Round> {
  const { simulator, pid, postmaster } = gateway
  const message = { from: PLACES.recipient, to: CHANNEL_NUMBER, text: PLACES.text }
  const job = loadJob(gateway, {
    host: simulator.admin.hostname,
    port: Number(simulator.admin.port),
    clients: options.clients,
    firstNumber,
    requests: messages,
    pace: { kind: 'open', requestsPerSecond: options.requestsPerSecond ?? RATE },
    request: { kind: 'text', request: simulator.incomingRequest(message), mark: '"incomingId"' },
  })
  const generator = await startGenerator(job)
  try {
    const before = (await callbacks.counts()).requests
    const cpu = startCpuMeter({ gateway: [pid], postmaster, generator: generator.pid, network: [callbacks.pid] })
    const load = await generator.run(options)
    const calledAtMs = await waitUntil(POLL_MS, options, async () => {
      const { requests, lastAtMs } = await callbacks.counts()
      return requests - before >= messages ? lastAtMs : undefined
    })
    const cpuUse = cpu.read()
    const called = (await callbacks.counts()).requests - before
    const lateness = await callbacks.lateness()
    const problems: string[] = []
    if (load.accepted !== messages) problems.push(`${load.accepted} of ${messages} taken: ${load.firstError}`)
    if (called !== messages) problems.push(`${called} webhooks for ${messages} incoming SMS`)
    const perSecond = (untilMs: number) => (messages / (untilMs - load.firstAtMs)) * 1000
    return {
      complete: problems.length === 0,
      problems,
      disturbed: isDisturbed(cpuUse),
      values: {
        takenPerSecond: perSecond(load.lastAtMs),
        calledPerSecond: calledAtMs === undefined ? undefined : perSecond(calledAtMs),
        p50: lateness.p50Ms,
        p95: lateness.p95Ms,
        max: lateness.maxMs,
        ...perThousand(cpuUse, messages),
      },
      details: { load, lateness, cpu: cpuUse },
    }
  } finally {
    generator.stop()
  }
}
