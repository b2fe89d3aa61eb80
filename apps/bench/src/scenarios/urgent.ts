import { addKey } from '../gateway/accounts.ts'
import { requireOwn } from '../gateway/bench-gateway.ts'
import { runLoad } from '../generator/generator-process.ts'
import { startMemoryMeter } from '../meters/memory-meter.ts'
import { MEMORY_GOAL } from '../report/figures.ts'
import { percentile } from '../report/statistics.ts'
import { handoverDelays } from './handover-delays.ts'
import { loadJob } from './load-job.ts'
import type { Scenario } from './scenario.ts'

const PARTS_PER_SECOND = 50
/** Urgent messages per second, few enough that they do not wait for one another. */
const URGENT_PER_SECOND = 5
const URGENT = 300
const DESTINATIONS = 1000

/** A slow link with a long backlog, and urgent messages that must pass it. */
export const urgent: Scenario = {
  name: 'urgent',
  description: 'CRITICAL messages passing a BULK backlog on a slow link',
  defaults: { clients: 4, messages: 100_000, warmup: 0, receipts: false },
  title: ({ messages }) =>
    `${URGENT} CRITICAL messages, ${URGENT_PER_SECOND}/s, past ${messages} BULK ones on a link of ${PARTS_PER_SECOND} parts/s`,
  plan: ({ receipts }) => ({ simulator: { receipts, rate: PARTS_PER_SECOND, history: 100_000 } }),
  figures: () => [
    { key: 'p50', label: 'handed to the link after, median', unit: 'ms', digits: 0 },
    { key: 'p95', label: 'handed to the link after, 95th percentile', unit: 'ms', digits: 0, goal: { atMost: 250 } },
    { key: 'max', label: 'handed to the link after, longest', unit: 'ms', digits: 0 },
    { key: 'acceptedP95', label: 'accepted after, 95th percentile', unit: 'ms', digits: 2 },
    { key: 'rssPeak', label: 'memory of the gateway, peak', unit: 'MiB', digits: 0, goal: MEMORY_GOAL },
    { key: 'bulkPerSecond', label: 'BULK messages handed over meanwhile', unit: 'messages/s', digits: 1 },
  ],
  async measure(gateway, options) {
    const memory = startMemoryMeter(gateway.pid)
    const { deployment, clientId } = requireOwn(gateway)
    const bulkKey = await addKey(deployment, clientId, 'BULK')
    const criticalKey = await addKey(deployment, clientId, 'CRITICAL')
    const requests = Math.ceil(options.messages / DESTINATIONS)
    const backlog = await runLoad(
      {
        ...loadJob(gateway, {
          clients: options.clients,
          requests,
          request: { kind: 'batch', destinations: DESTINATIONS },
        }),
        apiKey: bulkKey,
      },
      options,
    )
    const before = await gateway.simulator.stats()
    const urgentLoad = await runLoad(
      {
        ...loadJob(gateway, {
          clients: 4,
          requests: URGENT,
          pace: { kind: 'open', requestsPerSecond: URGENT_PER_SECOND },
          firstNumber: requests * DESTINATIONS,
          keepTimes: true,
        }),
        apiKey: criticalKey,
      },
      options,
    )
    const delays = await handoverDelays(gateway, urgentLoad, requests * DESTINATIONS, { ...options, timeoutMs: 10_000 })
    const after = await gateway.simulator.stats()
    const { peak } = memory.stop()
    const problems: string[] = []
    if (backlog.accepted !== requests * DESTINATIONS)
      problems.push(`backlog of ${backlog.accepted}: ${backlog.firstError}`)
    if (delays.length !== URGENT) problems.push(`${delays.length} of ${URGENT} urgent messages reached the network`)
    if (after.messages >= backlog.accepted) problems.push('the backlog was used up')
    return {
      complete: problems.length === 0,
      problems,
      disturbed: false,
      values: {
        p50: percentile(delays, 50),
        p95: percentile(delays, 95),
        max: percentile(delays, 100),
        acceptedP95: urgentLoad.latency.p95Ms,
        rssPeak: peak / 2 ** 20,
        bulkPerSecond:
          ((after.messages - before.messages - URGENT) / (urgentLoad.lastAtMs - urgentLoad.firstAtMs)) * 1000,
      },
      details: { backlog: backlog.latency, accepted: urgentLoad.latency },
    }
  },
}
