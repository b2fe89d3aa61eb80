import type { SecondCount } from './sliding-window.ts'
import type { Position, Publication } from './usage.ts'

/** What the other nodes have published lately, by key, including keys that this node has not met yet. */
export class UsageOfOthers {
  /** By key and node; ascending by second. */
  readonly #keys = new Map<number, Map<string, SecondCount[]>>()
  readonly #positions = new Map<string, Position>()

  /** How far each node has been read. */
  get positions(): ReadonlyMap<string, Position> {
    return this.#positions
  }

  /** Adds what a node published; returns the keys concerned. */
  add({ nodeId, sequence, lastSecond, usage }: Publication): ReadonlySet<number> {
    this.#positions.set(nodeId, { sequence, lastSecond })
    const touched = new Set<number>()
    for (const { keyId, second, requests } of usage) {
      touched.add(keyId)
      const nodes = this.#keys.get(keyId) ?? new Map<string, SecondCount[]>()
      this.#keys.set(keyId, nodes)
      const counts = nodes.get(nodeId)
      if (counts === undefined) nodes.set(nodeId, [{ second, requests }])
      else put(counts, { second, requests })
    }
    return touched
  }

  /** Requests of a key on all other nodes, ascending by second. */
  of(keyId: number): readonly SecondCount[] {
    const totals = new Map<number, number>()
    for (const counts of this.#keys.get(keyId)?.values() ?? []) {
      for (const { second, requests } of counts) totals.set(second, (totals.get(second) ?? 0) + requests)
    }
    return Array.from(totals, ([second, requests]) => ({ second, requests })).sort((a, b) => a.second - b.second)
  }

  /** Forgets what no window reaches any more, including nodes that have published nothing since. */
  forget(beforeSecond: number): void {
    for (const [nodeId, { lastSecond }] of this.#positions) {
      if (lastSecond < beforeSecond) this.#positions.delete(nodeId)
    }
    for (const [keyId, nodes] of this.#keys) {
      for (const [nodeId, counts] of nodes) {
        const from = counts.findIndex(({ second }) => second >= beforeSecond)
        if (from < 0) nodes.delete(nodeId)
        else counts.splice(0, from)
      }
      if (nodes.size === 0) this.#keys.delete(keyId)
    }
  }
}

/** The new count nearly always goes to the end, or replaces the last one. */
function put(counts: SecondCount[], count: SecondCount): void {
  const at = counts.findLastIndex(({ second }) => second <= count.second)
  counts.splice(at + 1, 0, count)
  if (counts[at]?.second === count.second) counts.splice(at, 1)
}
