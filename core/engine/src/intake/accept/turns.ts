interface Waiting<T> {
  readonly item: T
  readonly weight: number
  readonly since: number
}

/**
 * Waiting items, by client. When not all of them can go at once, the clients take turns; the items of one client keep
 * their order.
 */
export class Turns<T> {
  readonly #clients = new Map<number, Waiting<T>[]>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(clientId: number, item: T, weight: number, since: number): void {
    const waiting = this.#clients.get(clientId)
    if (waiting === undefined) this.#clients.set(clientId, [{ item, weight, since }])
    else waiting.push({ item, weight, since })
    this.#count += 1
  }

  /** Puts an item back in front of its client's other items. */
  putBack(clientId: number, item: T, weight: number, since: number): void {
    const waiting = this.#clients.get(clientId)
    if (waiting === undefined) this.#clients.set(clientId, [{ item, weight, since }])
    else waiting.unshift({ item, weight, since })
    this.#count += 1
  }

  /** Takes items until they weigh `maxWeight`; a single heavier one goes alone. */
  take(maxWeight: number): T[] {
    const taken: T[] = []
    let weight = 0
    while (this.#count > 0) {
      for (const [clientId, waiting] of this.#clients) {
        const [first] = waiting as [Waiting<T>, ...Waiting<T>[]]
        if (taken.length > 0 && weight + first.weight > maxWeight) return taken
        weight += first.weight
        taken.push(first.item)
        this.#remove(clientId, waiting)
      }
    }
    return taken
  }

  /**
   * Takes all that one client has waiting, up to `maxWeight`; the next call serves the next client. A single heavier
   * item goes alone.
   */
  takeClient(maxWeight: number, without: ReadonlySet<number>): T[] {
    for (const [clientId, waiting] of this.#clients) {
      if (without.has(clientId)) continue
      const taken: T[] = []
      let weight = 0
      for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
        if (taken.length > 0 && weight + first.weight > maxWeight) break
        weight += first.weight
        taken.push(first.item)
        this.#remove(clientId, waiting)
      }
      return taken
    }
    return []
  }

  /** Takes the items that have waited since before a moment. */
  takeOlder(before: number): T[] {
    const taken: T[] = []
    for (const [clientId, waiting] of this.#clients) {
      for (let first = waiting[0]; first !== undefined && first.since < before; first = waiting[0]) {
        taken.push(first.item)
        this.#remove(clientId, waiting)
      }
    }
    return taken
  }

  /** Removes a client's first item; the client then comes after all others. */
  #remove(clientId: number, waiting: Waiting<T>[]): void {
    waiting.shift()
    this.#count -= 1
    // There is nearly always only one client, or a batch takes all; removing and adding a map entry for each item would
    // cost more than the rest.
    if (waiting.length > 0 && this.#clients.size === 1) return
    this.#clients.delete(clientId)
    if (waiting.length > 0) this.#clients.set(clientId, waiting)
  }
}
