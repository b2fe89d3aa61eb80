import type { KannelReceipts } from '../kannel/configuration.ts'
import { type Goal, MEMORY_GOAL } from '../report/figures.ts'

/** The figures measured for each side; all are shown for both. */
export type CompareKey = 'perSecond' | 'acceptedPerSecond' | 'cpu' | 'p50' | 'p99' | 'rssPeak'

/** Goals of the gateway: as a ratio to Kannel in the same run, or as a value of its own. */
export type CompareGoals = Partial<Record<CompareKey, { readonly ratio: Goal } | { readonly own: Goal }>>

/** The same load for Kannel and the gateway. */
export interface Contest {
  readonly name: string
  /** One line for the page. */
  readonly title: string
  /** Keep-alive HTTP connections, or SMPP sessions. */
  readonly clients: number
  /** Maximum number of messages. */
  readonly messages: number
  /** Messages that each side sends before the measurement. */
  readonly warmup: number
  /** Undefined when Kannel has nothing comparable, so that the gateway is measured alone. */
  readonly kannel: KannelReceipts | undefined
  /** The gateway reports each receipt as Kannel does, by calling a URL; "all the way" is then up to its last call. */
  readonly webhooks?: true
  readonly goals: CompareGoals
}

const PLENTY = 10_000_000
/** By then the gateway's code is compiled, its tables have grown and its heap has found its size. */
const WARMUP = 30_000
/** Kannel needs a minute for these on a fast machine: 30,000 in every round would take longer than all the rest. */
const WARMUP_OF_SLOW = 10_000
const rssPeak = { own: MEMORY_GOAL }

const singles: CompareGoals = {
  perSecond: { ratio: { atLeast: 1 } },
  cpu: { ratio: { atMost: 0.8 } },
  rssPeak,
}

export const CONTESTS: readonly Contest[] = [
  {
    name: 'single-64',
    title: 'single sends over HTTP, 64 connections, no receipts; Kannel with spool store',
    clients: 64,
    messages: PLENTY,
    warmup: WARMUP,
    kannel: 'none',
    goals: singles,
  },
  {
    name: 'single-256',
    title: 'single sends over HTTP, 256 connections, no receipts; Kannel with spool store',
    clients: 256,
    messages: PLENTY,
    warmup: WARMUP,
    kannel: 'none',
    goals: singles,
  },
  {
    name: 'receipts-memory',
    title: 'single sends over HTTP, 64 connections, with receipts; Kannel with spool store, receipts in memory',
    clients: 64,
    messages: PLENTY,
    warmup: WARMUP,
    kannel: 'memory',
    goals: { perSecond: { ratio: { atLeast: 2 } }, cpu: { ratio: { atMost: 0.4 } }, rssPeak },
  },
  {
    name: 'receipts-postgres',
    title: 'single sends over HTTP, 64 connections, with receipts; Kannel with spool store, receipts in Postgres',
    clients: 64,
    // Kannel accepts far faster than it passes messages on; any more would only wait in its memory.
    messages: 20_000,
    warmup: WARMUP_OF_SLOW,
    kannel: 'postgres',
    goals: { perSecond: { ratio: { atLeast: 12 } }, rssPeak },
  },
  {
    name: 'webhooks-memory',
    title:
      'single sends over HTTP, 64 connections, a signed webhook for each receipt; Kannel with spool store and dlr-url, receipts in memory',
    clients: 64,
    messages: PLENTY,
    warmup: WARMUP,
    kannel: 'memory',
    webhooks: true,
    goals: { perSecond: { ratio: { atLeast: 1.2 } }, cpu: { ratio: { atMost: 0.7 } }, rssPeak },
  },
  {
    name: 'webhooks-postgres',
    title:
      'single sends over HTTP, 64 connections, a signed webhook for each receipt; Kannel with spool store and dlr-url, receipts in Postgres',
    clients: 64,
    messages: 20_000,
    warmup: WARMUP_OF_SLOW,
    kannel: 'postgres',
    webhooks: true,
    goals: { perSecond: { ratio: { atLeast: 8 } }, rssPeak },
  },
  {
    name: 'smpp',
    title: 'SMPP in to SMPP out with receipts back to the client, 4 sessions; the gateway alone',
    clients: 4,
    messages: PLENTY,
    warmup: WARMUP,
    kannel: undefined,
    goals: { perSecond: { own: { atLeast: 9000 } }, cpu: { own: { atMost: 0.15 } }, rssPeak },
  },
]
