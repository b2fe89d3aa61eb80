import type { KannelReceipts } from '../kannel/configuration.ts'
import type { Goal } from '../report/figures.ts'

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
  /** Undefined when Kannel has nothing comparable, so that the gateway is measured alone. */
  readonly kannel: KannelReceipts | undefined
  /** The gateway reports each receipt as Kannel does, by calling a URL; "all the way" is then up to its last call. */
  readonly webhooks?: true
  readonly goals: CompareGoals
}

const MIB_IN_300_MB = 300e6 / 2 ** 20
const memory: CompareGoals = { rssPeak: { own: { atMost: MIB_IN_300_MB } } }
const PLENTY = 10_000_000

const cheaper: CompareGoals = {
  ...memory,
  perSecond: { ratio: { atLeast: 1 } },
  cpu: { ratio: { atMost: 0.9 } },
}

export const CONTESTS: readonly Contest[] = [
  {
    name: 'single-64',
    title: 'single sends over HTTP, 64 connections, no receipts; Kannel with spool store',
    clients: 64,
    messages: PLENTY,
    kannel: 'none',
    goals: cheaper,
  },
  {
    name: 'single-256',
    title: 'single sends over HTTP, 256 connections, no receipts; Kannel with spool store',
    clients: 256,
    messages: PLENTY,
    kannel: 'none',
    goals: cheaper,
  },
  {
    name: 'receipts-memory',
    title: 'single sends over HTTP, 64 connections, with receipts; Kannel with spool store, receipts in memory',
    clients: 64,
    messages: PLENTY,
    kannel: 'memory',
    goals: { ...memory, perSecond: { ratio: { atLeast: 2 } } },
  },
  {
    name: 'receipts-postgres',
    title: 'single sends over HTTP, 64 connections, with receipts; Kannel with spool store, receipts in Postgres',
    clients: 64,
    // Kannel accepts far faster than it passes messages on; any more would only wait in its memory.
    messages: 20_000,
    kannel: 'postgres',
    goals: { ...memory, perSecond: { ratio: { atLeast: 8 } } },
  },
  {
    name: 'webhooks-memory',
    title:
      'single sends over HTTP, 64 connections, a signed webhook for each receipt; Kannel with spool store and dlr-url, receipts in memory',
    clients: 64,
    messages: PLENTY,
    kannel: 'memory',
    webhooks: true,
    goals: { ...memory, perSecond: { ratio: { atLeast: 1.5 } }, cpu: { own: { atMost: 0.3 } } },
  },
  {
    name: 'webhooks-postgres',
    title:
      'single sends over HTTP, 64 connections, a signed webhook for each receipt; Kannel with spool store and dlr-url, receipts in Postgres',
    clients: 64,
    messages: 20_000,
    kannel: 'postgres',
    webhooks: true,
    goals: { ...memory, perSecond: { ratio: { atLeast: 6 } }, cpu: { own: { atMost: 0.3 } } },
  },
  {
    name: 'smpp',
    title: 'SMPP in to SMPP out with receipts back to the client, 4 sessions; the gateway alone',
    clients: 4,
    messages: PLENTY,
    kannel: undefined,
    goals: { ...memory, perSecond: { own: { atLeast: 5000 } }, cpu: { own: { atMost: 0.25 } } },
  },
]
