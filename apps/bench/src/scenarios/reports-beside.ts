import { addAccount } from '../gateway/accounts.ts'
import { requireOwn } from '../gateway/bench-gateway.ts'
import { runLoad, startGenerator } from '../generator/generator-process.ts'
import type { LoadResult } from '../generator/job.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import { fillMessages } from './fill-messages.ts'
import { loadJob } from './load-job.ts'
import type { Scenario } from './scenario.ts'
import { paceOf } from './v2.ts'

const CONNECTIONS = 24
const SECONDS = 10

/**
 * Sends of one client while another requests logs without a pause, with searches that find nothing and so examine
 * everything they are allowed to.
 */
export const reportsBeside: Scenario = {
  name: 'reports-beside',
  description: 'v2 requests of one client beside searches of another through a million messages',
  defaults: { clients: 64, messages: 1_000_000, warmup: 5000, receipts: false },
  title: ({ clients, messages, requestsPerSecond }) =>
    `single sends over ${clients} connections, ${requestsPerSecond === undefined ? 'closed loop' : `${requestsPerSecond}/s`}, beside ${CONNECTIONS} connections that search ${messages} messages`,
  plan: () => ({ simulator: {} }),
  figures: () => [
    { key: 'alone', label: 'accepted alone', unit: 'messages/s', digits: 0 },
    { key: 'beside', label: 'accepted beside the searches', unit: 'messages/s', digits: 0 },
    { key: 'ratio', label: 'of the rate alone', unit: 'x', digits: 2, goal: { atLeast: 0.9 } },
    { key: 'p95Alone', label: 'accepted after, alone, 95th percentile', unit: 'ms', digits: 1 },
    { key: 'p95Beside', label: 'accepted after, beside the searches, 95th percentile', unit: 'ms', digits: 1 },
    { key: 'searches', label: 'searches answered', unit: '/s', digits: 1 },
  ],
  async measure(gateway, options) {
    const { deployment, clientId } = requireOwn(gateway)
    await fillMessages(gateway.sql, clientId, options.messages, 1, options.say)
    const sender = await addAccount(deployment, { name: 'Sender', number: '27820005678', user: 'sender' })
    let sent = 0
    const send = async (seconds: number | undefined, requests: number): Promise<LoadResult> => {
      const job = { clients: options.clients, requests, seconds, pace: paceOf(options), firstNumber: sent }
      const result = await runLoad({ ...loadJob(gateway, job), apiKey: sender.apiKey }, options)
      sent += result.requests
      return result
    }
    await send(undefined, options.warmup)
    const quiet = await waitForIdleMachine(options)
    const alone = await send(SECONDS, Number.MAX_SAFE_INTEGER)
    const searcher = await startGenerator(
      loadJob(gateway, {
        clients: CONNECTIONS,
        requests: Number.MAX_SAFE_INTEGER,
        seconds: SECONDS + 1,
        request: { kind: 'logs', query: { generalStatus: 'REJECTED', limit: '100' } },
      }),
    )
    const searching = searcher.run(options)
    const beside = await send(SECONDS, Number.MAX_SAFE_INTEGER)
    const searched = await searching.finally(() => searcher.stop())
    const problems = [alone, beside].flatMap((load) =>
      load.accepted === load.requests ? [] : [`accepted ${load.accepted} of ${load.requests}: ${load.firstError}`],
    )
    const answers = Object.keys(searched.statuses).filter((status) => status !== '200' && status !== '429')
    if (answers.length > 0) problems.push(`searches: ${JSON.stringify(searched.statuses)}: ${searched.firstError}`)
    return {
      complete: problems.length === 0,
      problems,
      disturbed: !quiet.quiet,
      loopMs: quiet.loopMs,
      values: {
        alone: rateOf(alone),
        beside: rateOf(beside),
        ratio: rateOf(beside) / rateOf(alone),
        p95Alone: alone.latency.p95Ms,
        p95Beside: beside.latency.p95Ms,
        searches: ((searched.statuses['200'] ?? 0) / (searched.lastAtMs - searched.firstAtMs)) * 1000,
      },
      details: { quiet, alone, beside, searched },
    }
  },
}

function rateOf(load: LoadResult): number {
  return (load.accepted / (load.lastAtMs - load.firstAtMs)) * 1000
}
