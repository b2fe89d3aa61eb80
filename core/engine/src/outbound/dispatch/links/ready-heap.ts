/** What the heap orders: by `end`, then by `index`. */
export interface Ranked {
  readonly end: number
  readonly index: number
  /** Its place in the heap, which maintains it; -1 at first. */
  place: number
}

/** A binary heap that keeps track of the place of each of its items. */
export class ReadyHeap<T extends Ranked> {
  readonly #items: T[] = []

  get first(): T | undefined {
    return this.#items[0]
  }

  has(item: T): boolean {
    return this.#items[item.place] === item
  }

  /** Any item that meets a condition; `first` is checked first. */
  find(isMeant: (item: T) => boolean): T | undefined {
    return this.#items.find(isMeant)
  }

  add(item: T): void {
    if (this.has(item)) return
    item.place = this.#items.push(item) - 1
    this.#rise(item)
  }

  remove(item: T): void {
    if (!this.has(item)) return
    const last = this.#items.pop() as T
    if (last === item) return
    this.#put(last, item.place)
    this.moved(last)
  }

  /** Called when the `end` of an item has changed. */
  moved(item: T): void {
    if (!this.has(item)) return
    this.#rise(item)
    this.#sink(item)
  }

  #rise(item: T): void {
    while (item.place > 0) {
      const parent = this.#items[(item.place - 1) >> 1] as T
      if (!isBefore(item, parent)) return
      this.#swap(parent, item)
    }
  }

  #sink(item: T): void {
    for (;;) {
      const left = this.#items[2 * item.place + 1]
      const right = this.#items[2 * item.place + 2]
      const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left
      if (child === undefined || !isBefore(child, item)) return
      this.#swap(item, child)
    }
  }

  #swap(a: T, b: T): void {
    const { place } = a
    this.#put(a, b.place)
    this.#put(b, place)
  }

  #put(item: T, place: number): void {
    this.#items[place] = item
    item.place = place
  }
}

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.end < b.end || (a.end === b.end && a.index < b.index)
}
