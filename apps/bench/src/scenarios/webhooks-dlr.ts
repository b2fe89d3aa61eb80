import { loadJob } from './load-job.ts'
import { measureSends } from './measure-sends.ts'
import type { Scenario } from './scenario.ts'
import { sendFigures } from './send-figures.ts'
import { paceOf } from './v2.ts'
import { OPEN_TO_SINK, setWebhookUrls, withSink } from './webhook-urls.ts'

/** Requests with one recipient each, where a signed webhook reports each receipt. */
export const webhooksDlr: Scenario = {
  name: 'webhooks-dlr',
  description: 'v2 requests with one recipient each, and a signed webhook for the receipt of each',
  defaults: { clients: 64, messages: 50_000, warmup: 5000, receipts: true },
  title: ({ clients, messages }) =>
    `${messages} requests with one recipient over ${clients} connections, with webhooks`,
  plan: () => ({ simulator: { receipts: true }, ...OPEN_TO_SINK }),
  figures: () => {
    const [accepted, ...others] = sendFigures({ cpu: { atMost: 0.3 } }, true)
    const called = { key: 'calledPerSecond', label: 'and reported by a webhook', unit: 'messages/s', digits: 0 }
    return [accepted, called, ...others].filter((figure) => figure !== undefined)
  },
  measure: (gateway, options) =>
    withSink({ ports: 1, hanging: 0 }, async (callbacks) => {
      const { clients, messages, warmup } = options
      await setWebhookUrls(gateway.sql, { dlr: `http://127.0.0.1:${callbacks.port}/dlr` })
      if (warmup > 0) {
        const warm = loadJob(gateway, { clients, requests: warmup })
        await measureSends(gateway, warm, warmup, { ...options, receipts: true }, { callbacks })
      }
      const job = loadJob(gateway, { clients, requests: messages, pace: paceOf(options), firstNumber: warmup })
      return measureSends(gateway, job, messages, { ...options, receipts: true }, { callbacks })
    }),
}
