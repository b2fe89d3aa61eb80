import { countMessages, lastMessageId } from '../gateway/database.ts'
import { runLoad } from '../generator/generator-process.ts'
import { loadJob } from './load-job.ts'
import { requireSmsc } from './network-counter.ts'
import type { Scenario } from './scenario.ts'
import { waitUntil } from './wait-until.ts'

const WINDOW = 10
const ANSWER_AFTER_MS = 50
const POLL_MS = 200

/** A link limited by its window: as soon as one part is answered, the next has to go out. */
export const smppWindow: Scenario = {
  name: 'smpp-window',
  description: `a link with window ${WINDOW} to a network that answers after ${ANSWER_AFTER_MS} ms`,
  defaults: { clients: 16, messages: 4000, warmup: 0, receipts: false },
  title: ({ messages }) =>
    `${messages} parts over a bind with window ${WINDOW}, answered after ${ANSWER_AFTER_MS} ms: ${(WINDOW / ANSWER_AFTER_MS) * 1000}/s at most`,
  plan: () => ({ smsc: { answerAfterMs: ANSWER_AFTER_MS, link: { window: WINDOW, receipts: 'none' } } }),
  figures: () => [
    { key: 'partsPerSecond', label: 'carried by the bind', unit: 'parts/s', digits: 1, goal: { atLeast: 190 } },
    { key: 'mostUnanswered', label: 'unanswered at once, most', unit: 'parts', digits: 0, goal: { atMost: WINDOW } },
  ],
  async measure(gateway, options) {
    const { clients, messages } = options
    const smsc = requireSmsc(gateway)
    const afterId = await lastMessageId(gateway.sql)
    const load = await runLoad(loadJob(gateway, { clients, requests: messages }), options)
    await waitUntil(POLL_MS, options, async () => (await smsc.stats()).submits >= messages || undefined)
    const stats = await smsc.stats()
    const stored = await countMessages(gateway.sql, afterId)
    const problems: string[] = []
    if (load.accepted !== messages) problems.push(`accepted ${load.accepted} of ${messages}: ${load.firstError}`)
    if (stored !== messages) problems.push(`stored ${stored} of ${messages}`)
    if (stats.messages !== messages) problems.push(`${stats.messages} of ${messages} reached the network`)
    if (stats.submits !== stats.messages) problems.push(`${stats.submits - stats.messages} reached the network twice`)
    if (stats.binds !== 1) problems.push(`the link bound ${stats.binds} times`)
    return {
      complete: problems.length === 0,
      problems,
      disturbed: false,
      values: {
        partsPerSecond: ((stats.submits - 1) / (stats.lastAtMs - stats.firstAtMs)) * 1000,
        mostUnanswered: stats.mostUnanswered,
      },
      details: { stats, accepted: load.latency },
    }
  },
}
