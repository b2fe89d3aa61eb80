import { runLoad } from '../generator/generator-process.ts'
import { loadJob } from './load-job.ts'
import { measureSends } from './measure-sends.ts'
import type { Scenario } from './scenario.ts'
import { sendFigures } from './send-figures.ts'
import { paceOf } from './v2.ts'

const DESTINATIONS = 1000

/** Requests with many recipients each. */
export const v2Batch: Scenario = {
  name: 'v2-batch',
  description: `v2 requests with ${DESTINATIONS} recipients each`,
  defaults: { clients: 4, messages: 200_000, warmup: 10_000, receipts: false },
  title: ({ clients, messages, receipts }) =>
    `${messages} messages in requests of ${DESTINATIONS} over ${clients} connections, ${receipts ? 'with' : 'without'} receipts`,
  plan: ({ receipts }) => ({ simulator: { receipts } }),
  figures: ({ receipts }) => sendFigures({ accepted: { atLeast: 25_000 }, submitted: { atLeast: 15_000 } }, receipts),
  async measure(gateway, options) {
    const { clients, warmup } = options
    const request = { kind: 'batch', destinations: DESTINATIONS } as const
    const requests = Math.ceil(options.messages / DESTINATIONS)
    const warmupRequests = Math.ceil(warmup / DESTINATIONS)
    if (warmupRequests > 0) {
      await runLoad(loadJob(gateway, { clients, requests: warmupRequests, request }), options)
    }
    const firstNumber = warmupRequests * DESTINATIONS
    const job = loadJob(gateway, { clients, requests, request, pace: paceOf(options), firstNumber })
    return measureSends(gateway, job, requests * DESTINATIONS, options)
  },
}
