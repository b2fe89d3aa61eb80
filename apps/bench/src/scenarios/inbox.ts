import { addChannelKey } from '../gateway/accounts.ts'
import { type BenchGateway, requireOwn } from '../gateway/bench-gateway.ts'
import { runLoad } from '../generator/generator-process.ts'
import type { LoadResult } from '../generator/job.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import type { FigureSpec } from '../report/figures.ts'
import { fillIncoming } from './fill-incoming.ts'
import { loadJob } from './load-job.ts'
import type { RunOptions, Scenario } from './scenario.ts'

const LISTINGS = 1000
const WARMUP_LISTINGS = 100
const ROWS = 10
/** Number of the second channel, whose user sees only this channel. */
const CHANNEL_NUMBER = '27820005678'

interface Listing {
  readonly key: string
  readonly label: string
  /** Whether the user of the second channel lists them. */
  readonly byChannel: boolean
  /** `status` of the request: 1 lists unread ones and marks them as read. */
  readonly status: '' | '0' | '1'
}

/** The channel's listings come first, because the client's listings mark messages to that channel as read, too. */
const LISTINGS_IN_TURN: readonly Listing[] = [
  { key: 'channel', label: 'one channel, all', byChannel: true, status: '' },
  { key: 'channelRead', label: 'one channel, read', byChannel: true, status: '0' },
  { key: 'channelUnread', label: 'one channel, unread, marked as read', byChannel: true, status: '1' },
  { key: 'all', label: 'all', byChannel: false, status: '' },
  { key: 'read', label: 'read', byChannel: false, status: '0' },
  { key: 'unread', label: 'unread, marked as read', byChannel: false, status: '1' },
]

/** Listing a few incoming SMS among many. */
export const inbox: Scenario = {
  name: 'inbox',
  description: 'incoming SMS listed over the basic interface among 10 million: all, read, unread, of one channel',
  defaults: { clients: 1, messages: 10_000_000, warmup: 0, receipts: false },
  title: ({ clients, messages }) =>
    `listings of ${ROWS} incoming messages among ${messages}, ${LISTINGS} of each kind, ${clients} connections`,
  plan: () => ({ simulator: {}, instances: { basic: { use: '@heliograph/adapter-basic' } } }),
  figures: () => LISTINGS_IN_TURN.flatMap(figuresOf),
  async measure(gateway, options) {
    const { deployment, clientId } = requireOwn(gateway)
    const channel = await addChannelKey(deployment, clientId, CHANNEL_NUMBER)
    const filled = await fillIncoming(gateway.sql, channel.channelId, options.messages, options.say)
    const quiet = await waitForIdleMachine(options)
    const loads: Record<string, LoadResult> = {}
    const problems: string[] = []
    for (const listing of LISTINGS_IN_TURN) {
      const { key, byChannel, status } = listing
      const request = requestOf(gateway, byChannel ? channel.apiKey : gateway.apiKey, status)
      const pages = Math.floor((byChannel ? filled.unreadInChannel : filled.unread) / ROWS)
      // At most half of the unread pages, so that every request gets a page.
      const requests = status === '1' ? Math.max(1, Math.min(LISTINGS, Math.floor(pages / 2))) : LISTINGS
      if (status !== '1') await list(gateway, request, WARMUP_LISTINGS, options)
      const load = await list(gateway, request, requests, options)
      loads[key] = load
      if (load.accepted !== requests * ROWS)
        problems.push(`${key}: ${load.accepted} of ${requests * ROWS} messages: ${load.firstError}`)
    }
    return {
      complete: problems.length === 0,
      problems,
      disturbed: !quiet.quiet,
      loopMs: quiet.loopMs,
      values: Object.fromEntries(
        Object.entries(loads).flatMap(([key, { latency }]) => [
          [key, latency.p50Ms],
          [`${key}P95`, latency.p95Ms],
        ]),
      ),
      details: { quiet, filled, loads },
    }
  },
}

function figuresOf({ key, label }: Listing): readonly FigureSpec[] {
  return [
    { key, label: `${label}, median`, unit: 'ms', digits: 2, goal: { atMost: 5 } },
    { key: `${key}P95`, label: `${label}, 95th percentile`, unit: 'ms', digits: 2 },
  ]
}

function requestOf({ http }: BenchGateway, apiKey: string, status: Listing['status']): string {
  const query = new URLSearchParams({ action: 'incoming', status, rows: String(ROWS), format: 'json' })
  return `GET /api/http/main.ashx?${query} HTTP/1.1\r\nHost: ${http.host}\r\nX-API-Key: ${apiKey}\r\n\r\n`
}

function list(gateway: BenchGateway, text: string, requests: number, options: RunOptions): Promise<LoadResult> {
  const request = { kind: 'text', request: text, mark: '"status":"' } as const
  return runLoad(loadJob(gateway, { clients: options.clients, requests, request }), options)
}
