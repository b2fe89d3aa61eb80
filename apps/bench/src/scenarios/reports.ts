import { type BenchGateway, requireOwn } from '../gateway/bench-gateway.ts'
import { runLoad } from '../generator/generator-process.ts'
import type { LoadResult } from '../generator/job.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import { fillMessages } from './fill-messages.ts'
import { loadJob } from './load-job.ts'
import type { RunOptions, Scenario } from './scenario.ts'

const LOOKUPS = 3000
const WARMUP_LOOKUPS = 300

/** Looks up one message among many. */
export const reports: Scenario = {
  name: 'reports',
  description: 'GET reports by messageId among 5 million messages',
  defaults: { clients: 1, messages: 5_000_000, warmup: 0, receipts: false },
  title: ({ clients, messages }) =>
    `${LOOKUPS} look-ups by messageId of each kind among ${messages} messages, ${clients} connections`,
  plan: () => ({ simulator: {} }),
  figures: () => [
    { key: 'supplied', label: "by the client's own id, median", unit: 'ms', digits: 2, goal: { atMost: 5 } },
    { key: 'suppliedP99', label: "by the client's own id, 99th percentile", unit: 'ms', digits: 2 },
    { key: 'generated', label: 'by a generated id, median', unit: 'ms', digits: 2, goal: { atMost: 5 } },
    { key: 'generatedP99', label: 'by a generated id, 99th percentile', unit: 'ms', digits: 2 },
  ],
  async measure(gateway, options) {
    const { clientId } = requireOwn(gateway)
    const filled = await fillMessages(gateway.sql, clientId, options.messages, LOOKUPS, options.say)
    const quiet = await waitForIdleMachine(options)
    await lookUp(
      gateway,
      [...filled.supplied.slice(0, WARMUP_LOOKUPS), ...filled.generated.slice(0, WARMUP_LOOKUPS)],
      options,
    )
    const supplied = await lookUp(gateway, filled.supplied, options)
    const generated = await lookUp(gateway, filled.generated, options)
    const problems = [supplied, generated].flatMap((load) =>
      load.accepted === load.requests ? [] : [`found ${load.accepted} of ${load.requests}: ${load.firstError}`],
    )
    return {
      complete: problems.length === 0,
      problems,
      disturbed: !quiet.quiet,
      loopMs: quiet.loopMs,
      values: {
        supplied: supplied.latency.p50Ms,
        suppliedP99: supplied.latency.p99Ms,
        generated: generated.latency.p50Ms,
        generatedP99: generated.latency.p99Ms,
      },
      details: { quiet, supplied, generated },
    }
  },
}

async function lookUp(gateway: BenchGateway, messageIds: readonly string[], options: RunOptions): Promise<LoadResult> {
  const request = { kind: 'report', messageIds } as const
  const job = loadJob(gateway, { clients: options.clients, requests: messageIds.length, request })
  return runLoad(job, options)
}
