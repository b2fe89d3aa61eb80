import { runLoad } from '../generator/generator-process.ts'
import type { Pace } from '../generator/job.ts'
import { loadJob } from './load-job.ts'
import { measureSends } from './measure-sends.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { sendFigures } from './send-figures.ts'

export function paceOf({ requestsPerSecond }: RunOptions): Pace {
  return requestsPerSecond === undefined ? { kind: 'closed', thinkMs: 0 } : { kind: 'open', requestsPerSecond }
}

/** Octets a message that the database may write and keep. */
const SIZE_GOALS = { wal: { atMost: 1_600 }, stored: { atMost: 900 } } as const

/** Requests with one recipient each, over keep-alive connections. */
export const v2: Scenario = {
  name: 'v2',
  description: 'v2 requests with one recipient each',
  defaults: { clients: 64, messages: 50_000, warmup: 5000, receipts: false },
  title: ({ clients, messages, receipts, requestsPerSecond }) =>
    `${messages} requests with one recipient over ${clients} connections, ${requestsPerSecond === undefined ? 'closed loop' : `${requestsPerSecond}/s`}, ${receipts ? 'with' : 'without'} receipts`,
  plan: ({ receipts }) => ({ simulator: { receipts } }),
  figures: ({ receipts }) =>
    receipts
      ? sendFigures({ delivered: { atLeast: 6000 }, ...SIZE_GOALS }, true)
      : sendFigures(
          { accepted: { atLeast: 10_000 }, submitted: { atLeast: 10_000 }, cpu: { atMost: 0.16 }, ...SIZE_GOALS },
          false,
        ),
  async measure(gateway, options) {
    const { clients, messages, warmup } = options
    if (warmup > 0) {
      await runLoad(loadJob(gateway, { clients, requests: warmup }), options)
    }
    const job = loadJob(gateway, { clients, requests: messages, pace: paceOf(options), firstNumber: warmup })
    return measureSends(gateway, job, messages, options)
  },
}
