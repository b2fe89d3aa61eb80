/** The last `limit` items of a list that grows without end. */
export interface Kept<T> {
  push(item: T): void
  /** Oldest first. */
  readonly list: readonly T[]
}

export function createKept<T>(limit: number): Kept<T> {
  let items: T[] = []
  return {
    push(item) {
      if (limit === 0) return
      items.push(item)
      // Cutting it now and then is cheaper than moving everything each time.
      if (items.length > 2 * limit) items = items.slice(-limit)
    },
    get list() {
      return items.length > limit ? items.slice(-limit) : items
    },
  }
}
