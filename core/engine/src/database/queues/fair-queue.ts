/**
 * Items that wait, by key. When not all of them can go at once, the keys are served one after the other; the items of
 * one key keep their order.
 */
export class FairQueue<K, T> {
  readonly #weightOf: (item: T) => number
  /** Keys with items; the first is served next. */
  readonly #lines = new Map<K, T[]>()
  #size = 0

  constructor(weightOf: (item: T) => number = () => 1) {
    this.#weightOf = weightOf
  }

  get size(): number {
    return this.#size
  }

  sizeOf(key: K): number {
    return this.#lines.get(key)?.length ?? 0
  }

  add(key: K, item: T): void {
    const line = this.#lines.get(key)
    if (line === undefined) this.#lines.set(key, [item])
    else line.push(item)
    this.#size += 1
  }

  /** Puts an item back in front of the other items of its key. */
  putBack(key: K, item: T): void {
    const line = this.#lines.get(key)
    if (line === undefined) this.#lines.set(key, [item])
    else line.unshift(item)
    this.#size += 1
  }

  /** Lets all other keys go before this one. */
  putLast(key: K): void {
    const line = this.#lines.get(key)
    if (line === undefined) return
    this.#lines.delete(key)
    this.#lines.set(key, line)
  }

  /** Takes the first item of the next key that need not wait. */
  takeNext(mustWait: (key: K) => boolean = () => false): T | undefined {
    for (const [key, line] of this.#lines) if (!mustWait(key)) return this.#takeFirst(key, line)
    return undefined
  }

  /** Takes items until they weigh `maxWeight`; a single heavier one goes alone. */
  take(maxWeight: number): T[] {
    const taken: T[] = []
    let weight = 0
    while (this.#size > 0) {
      for (const [key, line] of this.#lines) {
        const next = this.#weightOf(line[0] as T)
        if (taken.length > 0 && weight + next > maxWeight) return taken
        weight += next
        taken.push(this.#takeFirst(key, line))
      }
    }
    return taken
  }

  /**
   * Takes all that one key has waiting, up to `maxWeight`; the next call serves the next key. A single heavier item
   * goes alone.
   */
  takeLine(maxWeight: number, without: ReadonlySet<K>): T[] {
    for (const [key, line] of this.#lines) {
      if (without.has(key)) continue
      const taken: T[] = []
      let weight = 0
      while (line.length > 0) {
        const next = this.#weightOf(line[0] as T)
        if (taken.length > 0 && weight + next > maxWeight) break
        weight += next
        taken.push(this.#takeFirst(key, line))
      }
      return taken
    }
    return []
  }

  /** Takes the first items of each key for which this holds. */
  takeWhile(holds: (item: T) => boolean): T[] {
    const taken: T[] = []
    for (const [key, line] of this.#lines)
      while (line.length > 0 && holds(line[0] as T)) taken.push(this.#takeFirst(key, line))
    return taken
  }

  /** Takes the last item of the key with most items; undefined when no key has more than `most`. */
  takeFromLongest(most: number): T | undefined {
    let longest: readonly [K, T[]] | undefined
    for (const entry of this.#lines) if (entry[1].length > (longest?.[1].length ?? most)) longest = entry
    if (longest === undefined) return undefined
    const [key, line] = longest
    const item = line.pop()
    this.#size -= 1
    if (line.length === 0) this.#lines.delete(key)
    return item
  }

  remove(key: K, item: T): void {
    const line = this.#lines.get(key)
    const index = line?.indexOf(item) ?? -1
    if (line === undefined || index === -1) return
    line.splice(index, 1)
    this.#size -= 1
    if (line.length === 0) this.#lines.delete(key)
  }

  /** Takes the first item of a key; the key then comes after all others. */
  #takeFirst(key: K, line: T[]): T {
    const first = line.shift() as T
    this.#size -= 1
    // There is nearly always only one key, or all is taken; removing and adding a map entry for each item would cost
    // more than the rest.
    if (line.length > 0 && this.#lines.size === 1) return first
    this.#lines.delete(key)
    if (line.length > 0) this.#lines.set(key, line)
    return first
  }
}
