import { PRIORITIES, type Priority } from '@heliograph/contracts'
import { comesBefore, isUnrestricted, type QueuedMessage } from './queued-message.ts'

const ORDER: readonly Priority[] = Object.values(PRIORITIES).sort((a, b) => a - b)

/** A link that looks for something to send. */
export interface Taker {
  /** Whether it may take messages without a history now. */
  takesUnrestricted(): boolean
  /** Whether it may take a message that some link has refused or has parts of. */
  takes(item: QueuedMessage): boolean
}

/** Messages of one priority in order. Places of taken messages are cut off in bulk, so that taking costs nothing. */
class Line {
  #items: QueuedMessage[] = []
  #head = 0
  /** Messages that not every link may have, kept apart so that a link finds those behind them. Few, normally none. */
  readonly #restricted: QueuedMessage[] = []

  get hasUnrestricted(): boolean {
    return this.#head < this.#items.length
  }

  get restricted(): readonly QueuedMessage[] {
    return this.#restricted
  }

  push(item: QueuedMessage): void {
    if (isUnrestricted(item)) insert(this.#items, this.#head, item)
    else insert(this.#restricted, 0, item)
  }

  /** The first message that the link may have. */
  next(taker: Taker): QueuedMessage | undefined {
    const first = this.#items[this.#head]
    const head = first !== undefined && taker.takesUnrestricted() ? first : undefined
    if (this.#restricted.length === 0) return head
    const other = this.#restricted.find((item) => taker.takes(item))
    if (head === undefined || other === undefined) return head ?? other
    return comesBefore(other, head) ? other : head
  }

  take(item: QueuedMessage): void {
    if (this.#items[this.#head] === item) this.#shift()
    else remove(this.#restricted, item)
  }

  drain(): QueuedMessage[] {
    const rest = this.#items.slice(this.#head)
    for (const item of this.#restricted) insert(rest, 0, item)
    this.#items = []
    this.#head = 0
    this.#restricted.length = 0
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

/** The messages that wait in memory for the links of one route, by priority, then in the order of dispatch. */
export class RouteQueue {
  readonly route: string
  readonly #lines = new Map<Priority, Line>(ORDER.map((priority) => [priority, new Line()]))

  constructor(route: string) {
    this.route = route
  }

  /** Whether a message waits that every link may have. */
  get hasUnrestricted(): boolean {
    return ORDER.some((priority) => this.#line(priority).hasUnrestricted)
  }

  /** The waiting messages that not every link may have, most urgent first. */
  *restricted(): Iterable<QueuedMessage> {
    for (const priority of ORDER) yield* this.#line(priority).restricted
  }

  /** Puts a message in, or back into its place. */
  push(item: QueuedMessage): void {
    this.#line(item.priority).push(item)
  }

  /** The message that goes next on a link, passing over those that are not for it. */
  next(taker: Taker): QueuedMessage | undefined {
    for (const priority of ORDER) {
      const found = this.#line(priority).next(taker)
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
