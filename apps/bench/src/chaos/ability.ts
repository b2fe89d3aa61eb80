import { NODES, type NodeIndex } from './faults.ts'

/** Milliseconds since the epoch by a clock that only ever grows, the same for all processes of a machine. */
export function epochNow(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * Since when each node has been able to work: its process serves, and its database takes writes. Times are in
 * milliseconds since the epoch.
 */
export class Ability {
  readonly #now: () => number
  readonly #servesSince = new Map<NodeIndex, number>()
  readonly #reachesSince = new Map<NodeIndex, number>(NODES.map((node) => [node, 0]))
  #calmSince = 0

  constructor(now = epochNow) {
    this.#now = now
  }

  /** Undefined while the node is not able to work. */
  since(node: NodeIndex): number | undefined {
    const serves = this.#servesSince.get(node)
    const reaches = this.#reachesSince.get(node)
    return serves === undefined || reaches === undefined ? undefined : Math.max(serves, reaches)
  }

  /** When the last fault or death happened, or its cause was over. */
  get calmSince(): number {
    return this.#calmSince
  }

  /** A fault begins, whatever it takes away. */
  disturb(): void {
    this.#calmSince = this.#now()
  }

  nodeIsUp(node: NodeIndex): void {
    this.#servesSince.set(node, this.#now())
  }

  nodeIsDown(node: NodeIndex): void {
    this.#servesSince.delete(node)
    this.disturb()
  }

  /** Runs `outage`, during which these nodes have no database that takes writes. */
  async without(nodes: readonly NodeIndex[], outage: () => Promise<void>): Promise<void> {
    for (const node of nodes) this.#reachesSince.delete(node)
    await outage()
    for (const node of nodes) this.#reachesSince.set(node, this.#now())
    this.disturb()
  }
}
