import { PRIORITIES, type Priority } from '@heliograph/contracts'
import { comesBefore, type QueuedMessage } from './queued-message.ts'

const ORDER: readonly Priority[] = Object.values(PRIORITIES).sort((a, b) => a - b)

/** Messages of one priority in order. Taken places are cut off in bulk, so that taking costs nothing. */
class Line {
  #items: QueuedMessage[] = []
  #head = 0
  /** Those that some link refused: apart, so that the refusing link finds what is behind them. Few, normally none. */
  readonly #refused: QueuedMessage[] = []

  push(item: QueuedMessage): void {
    if (item.refusedBy === undefined) insert(this.#items, this.#head, item)
    else insert(this.#refused, 0, item)
  }

  /** The first that the link has not refused. */
  next(link: string): QueuedMessage | undefined {
    const head = this.#items[this.#head]
    if (this.#refused.length === 0) return head
    const other = this.#refused.find((item) => !item.refusedBy?.has(link))
    if (head === undefined || other === undefined) return head ?? other
    return comesBefore(other, head) ? other : head
  }

  take(item: QueuedMessage): void {
    if (this.#items[this.#head] === item) this.#shift()
    else remove(this.#refused, item)
  }

  drain(): QueuedMessage[] {
    const rest = this.#items.slice(this.#head)
    for (const item of this.#refused) insert(rest, 0, item)
    this.#items = []
    this.#head = 0
    this.#refused.length = 0
    return rest
  }

  #shift(): void {
    this.#head += 1
    if (this.#head > 1_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
  }
}

/** Puts an item into its place among those from `from` on; nearly always that is the end. */
function insert(items: QueuedMessage[], from: number, item: QueuedMessage): void {
  let low = from
  let high = items.length
  if (low < high && !comesBefore(item, items[high - 1] as QueuedMessage)) low = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comesBefore(item, items[middle] as QueuedMessage)) high = middle
    else low = middle + 1
  }
  if (low === items.length) items.push(item)
  else items.splice(low, 0, item)
}

function remove(items: QueuedMessage[], item: QueuedMessage): void {
  const at = items.indexOf(item)
  if (at >= 0) items.splice(at, 1)
}

/** What waits in memory for the links of one route: by priority, then by the order of dispatch. */
export class RouteQueue {
  readonly route: string
  readonly #lines = new Map<Priority, Line>(ORDER.map((priority) => [priority, new Line()]))

  constructor(route: string) {
    this.route = route
  }

  /** Puts a message in, or back into its place. */
  push(item: QueuedMessage): void {
    this.#line(item.priority).push(item)
  }

  /** The message that goes next on a link, passing over those that this link refused before. */
  next(link: string): QueuedMessage | undefined {
    for (const priority of ORDER) {
      const found = this.#line(priority).next(link)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Takes out what `next` found. */
  take(item: QueuedMessage): void {
    this.#line(item.priority).take(item)
  }

  /** Takes out everything, most urgent first. */
  drain(): QueuedMessage[] {
    return ORDER.flatMap((priority) => this.#line(priority).drain())
  }

  #line(priority: Priority): Line {
    return this.#lines.get(priority) as Line
  }
}
