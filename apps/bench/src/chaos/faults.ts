import type { Random } from './random.ts'

/** A fault inflicted on the deployment after a pause. */
export type Fault = { readonly pauseMs: number } & (
  | { readonly kind: 'kill'; readonly node: NodeIndex }
  /** Connections to Postgres are cut: those of a node's job queue, all of a node, or all of them. */
  | {
      readonly kind: 'terminate'
      readonly whose: 'jobs' | 'node' | 'all'
      readonly node: NodeIndex
      /** Twice: again as soon as recovery from the first loss begins. */
      readonly times: 1 | 2
    }
  | { readonly kind: 'restart'; readonly mode: 'fast' | 'immediate' }
  | { readonly kind: 'read-only'; readonly forMs: number }
  /** The second node and Postgres receive nothing from each other, but no connection is closed. */
  | { readonly kind: 'cut-off'; readonly forMs: number }
  /** The connections that a node has to Postgres go dead for good and are not closed; new ones work. */
  | { readonly kind: 'silence'; readonly node: NodeIndex; readonly forMs: number }
  /** The primary becomes a standby in place: its sessions live on, read-only for good. Later new ones may write. */
  | { readonly kind: 'demotion'; readonly standbyMs: number; readonly forMs: number }
  /** The network answers every submit with OK, but after the link has given up waiting. */
  | { readonly kind: 'late-answers'; readonly forMs: number }
  /** The clock of a node is off. */
  | { readonly kind: 'clock'; readonly node: NodeIndex; readonly stepMs: number; readonly forMs: number }
  /** The clock of Postgres steps forward: every stored heartbeat is older by that. */
  | { readonly kind: 'database-clock'; readonly stepMs: number; readonly forMs: number }
  | { readonly kind: 'full-disk'; readonly forMs: number }
  /** Each commit waits this long for a standby, with its locks held. */
  | { readonly kind: 'slow-commits'; readonly commitMs: number; readonly forMs: number }
)

export type Kind = Fault['kind']

export type NodeIndex = 0 | 1

export const NODES: readonly NodeIndex[] = [0, 1]

/** How many faults a round has. */
export type Extent = 'long' | 'short'

/** Work has to go on this long after a fault; most faults last longer than that, so that a round can tell. */
export const RECOVERY_MS = 20_000

const LEAST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 4_000
const CUT_OFF_MS = 25_000
const READ_ONLY_MS = 3_000
const SILENCE_MS = 22_000
const STANDBY_MS = 3_000
const DEMOTION_MS = 12_000
const LATE_MS = 12_000
const CLOCK_MS = 12_000
const CLOCK_STEPS_MS = [-300_000, -20_000, 20_000, 300_000] as const
const DATABASE_CLOCK_STEP_MS = 20_000
/** Longer than the interval of two heartbeats, after which nodes judge each other. */
const DATABASE_CLOCK_MS = 8_000
const FULL_DISK_MS = 10_000
const COMMIT_MS = 300
const SLOW_COMMITS_MS = 12_000

type Make = (random: Random, nth: number) => Omit<Extract<Fault, { readonly kind: Kind }>, 'pauseMs'>

/** A kind of fault: what it is, how many of it a round has, and how each is made. */
export interface FaultKind extends Readonly<Record<Extent, number>> {
  readonly title: string
  readonly make: Make
}

export const FAULT_KINDS: Readonly<Record<Kind, FaultKind>> = {
  kill: {
    ...{ long: 2, short: 1, title: '`kill -9` of a node, which is then started again as a service manager does' },
    make: (random) => ({ kind: 'kill', node: pickNode(random) }),
  },
  terminate: {
    ...{
      long: 2,
      short: 1,
      title: 'Connections to Postgres cut: of a job queue, a node or all; once, or twice in a row',
    },
    make: (random) => ({
      ...{ kind: 'terminate', node: pickNode(random) },
      ...{ whose: random.pick(['jobs', 'node', 'all']), times: random.pick([1, 2]) },
    }),
  },
  restart: {
    ...{ long: 2, short: 0, title: 'Postgres restarted, in fast and in immediate mode' },
    make: (_, nth) => ({ kind: 'restart', mode: nth === 0 ? 'fast' : 'immediate' }),
  },
  'read-only': {
    ...{ long: 2, short: 1, title: 'A spell of 3 s in which Postgres is read-only' },
    make: () => ({ kind: 'read-only', forMs: READ_ONLY_MS }),
  },
  'cut-off': {
    ...{ long: 1, short: 0, title: 'The second node cut off from Postgres, but not from the network, for 25 s' },
    make: () => ({ kind: 'cut-off', forMs: CUT_OFF_MS }),
  },
  silence: {
    ...{ long: 1, short: 0, title: "A node's connections to Postgres go dead for good and stay open; new ones work" },
    make: (random) => ({ kind: 'silence', node: pickNode(random), forMs: SILENCE_MS }),
  },
  demotion: {
    ...{ long: 1, short: 1 },
    title: 'The primary demoted in place: its sessions live on and can only read; after 3 s new sessions may write',
    make: () => ({ kind: 'demotion', standbyMs: STANDBY_MS, forMs: DEMOTION_MS }),
  },
  'late-answers': {
    ...{ long: 1, short: 1, title: 'The network answers OK after the response time-out of the links, for 12 s' },
    make: () => ({ kind: 'late-answers', forMs: LATE_MS }),
  },
  clock: {
    ...{ long: 2, short: 1, title: "A node's clock 20 s or 5 min ahead or behind, for 12 s" },
    make: (random) => ({
      ...{ kind: 'clock', node: pickNode(random) },
      ...{ stepMs: random.pick(CLOCK_STEPS_MS), forMs: CLOCK_MS },
    }),
  },
  'database-clock': {
    ...{ long: 1, short: 0, title: 'The clock of Postgres steps forward by 20 s' },
    make: () => ({ kind: 'database-clock', stepMs: DATABASE_CLOCK_STEP_MS, forMs: DATABASE_CLOCK_MS }),
  },
  'full-disk': {
    ...{ long: 1, short: 0, title: 'The disk of Postgres full for 10 s' },
    make: () => ({ kind: 'full-disk', forMs: FULL_DISK_MS }),
  },
  'slow-commits': {
    ...{ long: 1, short: 0, title: 'Commits that take 300 ms, for 12 s' },
    make: () => ({ kind: 'slow-commits', commitMs: COMMIT_MS, forMs: SLOW_COMMITS_MS }),
  },
}

export const ALL_KINDS = Object.keys(FAULT_KINDS) as readonly Kind[]

/** Kinds of faults that take neither a node nor its database away: no node may end itself because of one. */
export const HARMLESS: ReadonlySet<Kind> = new Set(['late-answers', 'clock', 'database-clock', 'slow-commits'])

/** What a round's faults are chosen by. */
export interface Choice {
  readonly extent: Extent
  /** The kinds to choose from, each at least once; undefined leaves them to the extent. */
  readonly kinds: ReadonlySet<Kind> | undefined
}

/** Plans the faults of a round in order: each kind at least once in a long round. */
export function planFaults(random: Random, { extent, kinds }: Choice): readonly Fault[] {
  const faults = ALL_KINDS.flatMap((kind) => {
    const { make, [extent]: usual } = FAULT_KINDS[kind]
    const count = kinds === undefined ? usual : kinds.has(kind) ? Math.max(1, usual) : 0
    return Array.from({ length: count }, (_, nth) => {
      const pauseMs = random.between(LEAST_PAUSE_MS, LONGEST_PAUSE_MS)
      return { pauseMs, ...make(random, nth) } as Fault
    })
  })
  return random.shuffle(faults)
}

function pickNode(random: Random): NodeIndex {
  return random.pick(NODES)
}

/** How long all faults take when nothing delays them. */
export function durationOf(faults: readonly Fault[]): number {
  return faults.reduce((sum, fault) => sum + fault.pauseMs + lastingMs(fault), 0)
}

/** How long a fault lasts when nothing delays it. */
export function lastingMs(fault: Fault): number {
  return ('forMs' in fault ? fault.forMs : 0) + ('standbyMs' in fault ? fault.standbyMs : 0)
}
