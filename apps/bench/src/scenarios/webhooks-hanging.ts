import { setTimeout as delay } from 'node:timers/promises'
import type { CallbackSink } from '../callbacks/callback-sink.ts'
import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { runLoad, startGenerator } from '../generator/generator-process.ts'
import type { LoadJob, Pace } from '../generator/job.ts'
import { PLACES } from '../generator/request-template.ts'
import { isDisturbed, startCpuMeter } from '../meters/cpu-meter.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import { loadJob } from './load-job.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait-until.ts'
import { OPEN_TO_SINK, withSink } from './webhook-urls.ts'

const POLL_MS = 100
const ENDPOINTS = 1000
const HANGING = 200
/** Number of requests that together cover all endpoints; each is sent once a second. */
const REQUESTS = 10

/** A webhook a second to each of many endpoints, some of which take requests and never answer. */
export const webhooksHanging: Scenario = {
  name: 'webhooks-hanging',
  description: `a webhook a second to each of ${ENDPOINTS} endpoints, of which ${HANGING} never answer`,
  defaults: { clients: 1, messages: 60_000, warmup: 5000, receipts: true },
  title: ({ messages }) => `${messages} messages to ${ENDPOINTS} endpoints in turn, of which ${HANGING} never answer`,
  plan: () => ({ simulator: { receipts: true }, ...OPEN_TO_SINK }),
  figures: () => [
    {
      key: 'p95',
      label: 'from receipt to webhook of the others, 95th percentile',
      unit: 'ms',
      digits: 1,
      goal: { atMost: 1000 },
    },
    { key: 'p50', label: 'from receipt to webhook of the others, median', unit: 'ms', digits: 1 },
    { key: 'max', label: 'from receipt to webhook of the others, longest', unit: 'ms', digits: 1 },
    { key: 'unanswered', label: 'calls that were not answered', unit: '', digits: 0 },
  ],
  measure: (gateway, options) =>
    withSink({ ports: ENDPOINTS, hanging: HANGING }, async (sink) => {
      const seconds = Math.max(1, Math.round(options.messages / ENDPOINTS))
      // Each of the ten requests has its share of the endpoints that hang.
      const jobs = Array.from({ length: REQUESTS }, (_, index) =>
        jobFor(
          gateway,
          sink.ports.filter((_port, at) => at % REQUESTS === index),
          seconds,
          { kind: 'open', requestsPerSecond: 1 },
        ),
      )
      await warmUp(gateway, sink, options)
      const generators = await Promise.all(jobs.map(startGenerator))
      try {
        const quiet = await waitForIdleMachine(options)
        const before = (await sink.counts()).requests
        await sink.lateness()
        const { pid, postmaster } = gateway
        const network = [sink.pid, ...generators.map((generator) => generator.pid)]
        const cpu = startCpuMeter({ gateway: [pid], postmaster, generator: undefined, network })
        // Start them one after the other, so that the load is even over each second.
        const loads = await Promise.all(
          generators.map(async (generator, index) => {
            await delay((index * 1000) / REQUESTS)
            return generator.run(options)
          }),
        )
        const accepted = loads.reduce((sum, load) => sum + load.accepted, 0)
        const expected = seconds * (ENDPOINTS - HANGING)
        await waitUntil(
          POLL_MS,
          patient(options),
          async () => (await sink.counts()).requests - before >= expected || undefined,
        )
        const cpuUse = cpu.read()
        const counts = await sink.counts()
        const { p50Ms, p95Ms, maxMs } = await sink.lateness()
        const problems: string[] = []
        if (accepted !== seconds * ENDPOINTS)
          problems.push(`accepted ${accepted} of ${seconds * ENDPOINTS}: ${loads.map((load) => load.firstError)}`)
        const answered = counts.requests - before
        if (answered !== expected) problems.push(`${answered} of ${expected} webhooks were answered`)
        return {
          complete: problems.length === 0,
          problems,
          disturbed: !quiet.quiet || isDisturbed(cpuUse),
          loopMs: quiet.loopMs,
          values: { p50: p50Ms, p95: p95Ms, max: maxMs, unanswered: counts.unanswered },
          details: { loads, counts, cpu: cpuUse, quiet },
        }
      } finally {
        for (const generator of generators) generator.stop()
      }
    }),
}

/** Limits the waiting time: webhooks that have not arrived long after the last request never will. */
function patient(options: RunOptions): RunOptions {
  return { ...options, timeoutMs: Math.min(options.timeoutMs, 60_000) }
}

/** Sends to an endpoint that answers, so that the measurement does not include the compilation of code. */
async function warmUp(gateway: BenchGateway, sink: CallbackSink, options: RunOptions): Promise<void> {
  const ports = Array.from({ length: ENDPOINTS / REQUESTS }, () => sink.ports.at(-1) as number)
  const requests = Math.ceil(options.warmup / ports.length)
  if (requests === 0) return
  await runLoad(jobFor(gateway, ports, requests, { kind: 'closed', thinkMs: 0 }), options)
  const expected = requests * ports.length
  await waitUntil(POLL_MS, patient(options), async () => (await sink.counts()).requests >= expected || undefined)
}

/** Requests with a message for each of the ports. */
function jobFor(gateway: BenchGateway, ports: readonly number[], requests: number, pace: Pace): LoadJob {
  const messages = ports.map((port) => ({
    destinations: [{ to: PLACES.recipient }],
    text: PLACES.text,
    notifyUrl: `http://127.0.0.1:${port}/dlr`,
  }))
  const body = JSON.stringify({ messages })
  const headers = `Host: ${gateway.http.host}\r\nAuthorization: ${gateway.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return loadJob(gateway, {
    clients: 1,
    requests,
    pace,
    request: {
      kind: 'text',
      request: `POST /sms/2/messages HTTP/1.1\r\n${headers}\r\n${body}`,
      mark: '"PENDING_ACCEPTED"',
    },
  })
}
