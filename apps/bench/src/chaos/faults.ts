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
)

export type NodeIndex = 0 | 1

/** How many faults a round has. */
export type Extent = 'long' | 'short'

const CUT_OFF_MS = 25_000
const READ_ONLY_MS = 3_000
const LEAST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 4_000

/** Plans the faults of a round in order: each kind at least once in a long round. */
export function planFaults(random: Random, extent: Extent): readonly Fault[] {
  const node = () => random.below(2) as NodeIndex
  const pauseMs = () => random.between(LEAST_PAUSE_MS, LONGEST_PAUSE_MS)
  const kill = (): Fault => ({ pauseMs: pauseMs(), kind: 'kill', node: node() })
  const terminate = (): Fault => ({
    ...{ pauseMs: pauseMs(), kind: 'terminate', node: node() },
    whose: random.pick(['jobs', 'node', 'all'] as const),
    times: random.pick([1, 2] as const),
  })
  const restart = (mode: 'fast' | 'immediate'): Fault => ({ pauseMs: pauseMs(), kind: 'restart', mode })
  const readOnly = (): Fault => ({ pauseMs: pauseMs(), kind: 'read-only', forMs: READ_ONLY_MS })
  if (extent === 'short') return random.shuffle([kill(), terminate(), readOnly()])
  const cutOff: Fault = { pauseMs: pauseMs(), kind: 'cut-off', forMs: CUT_OFF_MS }
  return random.shuffle([
    ...[kill(), kill(), terminate(), terminate(), restart('fast'), restart('immediate'), readOnly(), readOnly()],
    cutOff,
  ])
}

/** How long all faults take when nothing delays them. */
export function durationOf(faults: readonly Fault[]): number {
  return faults.reduce((sum, fault) => sum + fault.pauseMs + ('forMs' in fault ? fault.forMs : 0), 0)
}

export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `kill -9 of node ${fault.node + 1}`
    case 'terminate':
      return `connections cut${fault.times === 2 ? ' twice' : ''}: ${fault.whose === 'all' ? 'all' : `${fault.whose} of node ${fault.node + 1}`}`
    case 'restart':
      return `Postgres restarted, ${fault.mode}`
    case 'read-only':
      return `Postgres read-only for ${fault.forMs / 1000} s`
    case 'cut-off':
      return `node 2 cut off from Postgres for ${fault.forMs / 1000} s`
  }
}
