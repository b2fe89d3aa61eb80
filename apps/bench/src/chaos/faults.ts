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
  | PatroniFault
)

/** What of a server and its Patroni a fault ends. */
export type Victim = 'postmaster' | 'patroni' | 'both'

/** What only servers under Patroni can suffer. Its time is over when all of them are back, and not sooner. */
export type PatroniFault =
  | { readonly kind: 'switch-over'; readonly forMs: number }
  | { readonly kind: 'primary-death'; readonly victim: Victim; readonly forMs: number }
  /** The primary has no standby left for a time. */
  | { readonly kind: 'standbys-lost'; readonly lostMs: number; readonly forMs: number }

export type Kind = Fault['kind']

/** The database of a round: one server of its own, or three under Patroni. */
export type Platform = 'server' | 'patroni'

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
const SWITCH_OVER_MS = 8_000
/** The lock of a primary that died ends, another one takes over, and the dead one comes back. */
const PRIMARY_DEATH_MS = 20_000
/** Longer than a request may wait for a commit. */
const STANDBYS_LOST_MS = 8_000
const STANDBYS_BACK_MS = 6_000

type Make = (random: Random, nth: number) => Omit<Extract<Fault, { readonly kind: Kind }>, 'pauseMs'>

/** A kind of fault: what it is, how many of it a round has, and how each is made. */
export interface FaultKind extends Readonly<Record<Extent, number>> {
  readonly title: string
  /** The databases that can suffer it. Rounds on the first of them have it also when it is not asked for. */
  readonly on: readonly Platform[]
  readonly make: Make
}

const SERVER: readonly Platform[] = ['server']
const PATRONI: readonly Platform[] = ['patroni']
const ANY: readonly Platform[] = ['server', 'patroni']

const VICTIMS: readonly Victim[] = ['both', 'patroni', 'postmaster']

export const FAULT_KINDS: Readonly<Record<Kind, FaultKind>> = {
  kill: {
    on: ANY,
    long: 2,
    short: 1,
    title: '`kill -9` of a node, which is then started again as a service manager does',
    make: (random) => ({ kind: 'kill', node: pickNode(random) }),
  },
  terminate: {
    on: ANY,
    long: 2,
    short: 1,
    title: 'Connections to Postgres cut: of a job queue, a node or all; once, or twice in a row',
    make: (random) => ({
      kind: 'terminate',
      node: pickNode(random),
      whose: random.pick(['jobs', 'node', 'all']),
      times: random.pick([1, 2]),
    }),
  },
  restart: {
    on: SERVER,
    long: 2,
    short: 0,
    title: 'Postgres restarted, in fast and in immediate mode',
    make: (_, nth) => ({ kind: 'restart', mode: nth === 0 ? 'fast' : 'immediate' }),
  },
  'read-only': {
    on: SERVER,
    long: 2,
    short: 1,
    title: 'A spell of 3 s in which Postgres is read-only',
    make: () => ({ kind: 'read-only', forMs: READ_ONLY_MS }),
  },
  'cut-off': {
    on: ANY,
    long: 1,
    short: 0,
    title: 'The second node cut off from Postgres, but not from the network, for 25 s',
    make: () => ({ kind: 'cut-off', forMs: CUT_OFF_MS }),
  },
  silence: {
    on: ANY,
    long: 1,
    short: 0,
    title: "A node's connections to Postgres go dead for good and stay open; new ones work",
    make: (random) => ({ kind: 'silence', node: pickNode(random), forMs: SILENCE_MS }),
  },
  demotion: {
    on: SERVER,
    long: 1,
    short: 1,
    title: 'The primary demoted in place: its sessions live on and can only read; after 3 s new sessions may write',
    make: () => ({ kind: 'demotion', standbyMs: STANDBY_MS, forMs: DEMOTION_MS }),
  },
  'late-answers': {
    on: ANY,
    long: 1,
    short: 1,
    title: 'The network answers OK after the response time-out of the links, for 12 s',
    make: () => ({ kind: 'late-answers', forMs: LATE_MS }),
  },
  clock: {
    on: ANY,
    long: 2,
    short: 1,
    title: "A node's clock 20 s or 5 min ahead or behind, for 12 s",
    make: (random) => ({
      kind: 'clock',
      node: pickNode(random),
      stepMs: random.pick(CLOCK_STEPS_MS),
      forMs: CLOCK_MS,
    }),
  },
  'database-clock': {
    on: ANY,
    long: 1,
    short: 0,
    title: 'The clock of Postgres steps forward by 20 s',
    make: () => ({ kind: 'database-clock', stepMs: DATABASE_CLOCK_STEP_MS, forMs: DATABASE_CLOCK_MS }),
  },
  'full-disk': {
    on: SERVER,
    long: 1,
    short: 0,
    title: 'The disk of Postgres full for 10 s',
    make: () => ({ kind: 'full-disk', forMs: FULL_DISK_MS }),
  },
  'slow-commits': {
    on: SERVER,
    long: 1,
    short: 0,
    title: 'Commits that take 300 ms, for 12 s',
    make: () => ({ kind: 'slow-commits', commitMs: COMMIT_MS, forMs: SLOW_COMMITS_MS }),
  },
  'switch-over': {
    on: PATRONI,
    long: 4,
    short: 1,
    title: 'Patroni is asked for another primary',
    make: () => ({ kind: 'switch-over', forMs: SWITCH_OVER_MS }),
  },
  'primary-death': {
    on: PATRONI,
    long: 4,
    short: 1,
    title: '`kill -9` of the primary: of its Patroni and its Postgres, of either alone',
    make: (_, nth) => ({
      kind: 'primary-death',
      victim: VICTIMS[nth % VICTIMS.length] as Victim,
      forMs: PRIMARY_DEATH_MS,
    }),
  },
  'standbys-lost': {
    on: PATRONI,
    long: 2,
    short: 1,
    title: '`kill -9` of all that is not the primary, which has to wait with commits for 8 s',
    make: () => ({ kind: 'standbys-lost', lostMs: STANDBYS_LOST_MS, forMs: STANDBYS_BACK_MS }),
  },
}

export const ALL_KINDS = Object.keys(FAULT_KINDS) as readonly Kind[]

/** The kinds that a database can suffer. */
export function kindsOn(platform: Platform): readonly Kind[] {
  return ALL_KINDS.filter((kind) => FAULT_KINDS[kind].on.includes(platform))
}

/** Kinds of faults that take neither a node nor its database away: no node may end itself because of one. */
export const HARMLESS: ReadonlySet<Kind> = new Set(['late-answers', 'clock', 'database-clock', 'slow-commits'])

/** What a round's faults are chosen by. */
export interface Choice {
  readonly extent: Extent
  readonly platform: Platform
  /** The kinds to choose from, each at least once; undefined leaves them to the extent. */
  readonly kinds: ReadonlySet<Kind> | undefined
}

/** Plans the faults of a round in order: each kind at least once in a long round. */
export function planFaults(random: Random, { extent, platform, kinds }: Choice): readonly Fault[] {
  const faults = kindsOn(platform).flatMap((kind) => {
    const { on, make, [extent]: usual } = FAULT_KINDS[kind]
    const count = kinds?.has(kind) ? Math.max(1, usual) : kinds === undefined && on[0] === platform ? usual : 0
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
  const before = 'standbyMs' in fault ? fault.standbyMs : 'lostMs' in fault ? fault.lostMs : 0
  return before + ('forMs' in fault ? fault.forMs : 0)
}
