/** A first-in, first-out queue of any length. */
export interface Fifo<T> {
  readonly length: number
  push(item: T): void
  peek(): T | undefined
  shift(): T | undefined
}

/** Used slots are cut off when there are more than this. */
const SLACK = 1_024

export function createFifo<T>(): Fifo<T> {
  let items: T[] = []
  let first = 0
  return {
    get length() {
      return items.length - first
    },
    push: (item) => void items.push(item),
    peek: () => items[first],
    shift() {
      const item = items[first]
      if (first < items.length) first += 1
      if (first > SLACK && first * 2 > items.length) {
        items = items.slice(first)
        first = 0
      }
      return item
    },
  }
}
