import { addressGroup } from './address-group.ts'

/** How many connections a server keeps for clients that it does not know yet. */
export interface StrangerLimits {
  /** Connections of one address group, see `addressGroup`. */
  readonly perGroup: number
  /** Connections of all groups together. */
  readonly total: number
  /** True for addresses that stand for many clients (a balancer's): for them only `total` holds. */
  readonly isShared?: ((address: string) => boolean) | undefined
}

/** The place of one connection. */
export interface StrangerPlace {
  /** Frees the place, because the client is known now, or gone. Later calls do nothing. */
  leave(): void
}

interface Stranger {
  readonly end: () => void
}

/**
 * Places for connections whose client has not said yet, or not proved, who it is. A new connection always gets one;
 * when there is none left, an older one gives its place up: the oldest of the same group where the group has all of
 * its own, else the oldest of the group that has most. So no number of connections from a few addresses keeps a client
 * at another one out, and a client at a crowded address keeps its place until as many others have come after it.
 */
export class StrangerPlaces {
  readonly #limits: StrangerLimits
  /** Each group in the order its first connection came, its connections in the order they came. */
  readonly #groups = new Map<string, Set<Stranger>>()
  #size = 0
  #ended = 0

  constructor(limits: StrangerLimits) {
    this.#limits = limits
  }

  /** Places taken. */
  get size(): number {
    return this.#size
  }

  /** Connections that had to give up their place so far. */
  get ended(): number {
    return this.#ended
  }

  /**
   * Takes a place for a connection.
   *
   * @param address of the client, as `addressGroup` takes it
   * @param end ends the connection; called at most once, when it has to give its place up
   */
  enter(address: string, end: () => void): StrangerPlace {
    const { isShared, perGroup, total } = this.#limits
    const group = addressGroup(address)
    const own = this.#groups.get(group)
    if (own !== undefined && own.size >= perGroup && isShared?.(address) !== true) this.#endOldest(group, own)
    else if (this.#size >= total) this.#endOldestOfMost()
    const stranger = { end }
    // Making room may have removed the group.
    const members = this.#groups.get(group) ?? new Set<Stranger>()
    members.add(stranger)
    this.#groups.set(group, members)
    this.#size += 1
    return { leave: () => this.#remove(group, stranger) }
  }

  #endOldestOfMost(): void {
    let most: readonly [string, Set<Stranger>] | undefined
    for (const entry of this.#groups) if (most === undefined || entry[1].size > most[1].size) most = entry
    if (most !== undefined) this.#endOldest(...most)
  }

  #endOldest(group: string, members: ReadonlySet<Stranger>): void {
    const [oldest] = members
    if (oldest === undefined) return
    this.#remove(group, oldest)
    this.#ended += 1
    oldest.end()
  }

  #remove(group: string, stranger: Stranger): void {
    const members = this.#groups.get(group)
    if (!members?.delete(stranger)) return
    this.#size -= 1
    if (members.size === 0) this.#groups.delete(group)
  }
}
