import { PRIORITIES, type Priority } from '@heliograph/contracts'
import type { QueuedMessage } from './queued-message.ts'

const ORDER: readonly Priority[] = Object.values(PRIORITIES).sort((a, b) => a - b)

/** Messages of one priority, first in first out. Taken places are cut off in bulk, so that taking costs nothing. */
class Line {
  #items: QueuedMessage[] = []
  #head = 0

  get head(): QueuedMessage | undefined {
    return this.#items[this.#head]
  }

  push(item: QueuedMessage): void {
    this.#items.push(item)
  }

  shift(): void {
    this.#head += 1
    if (this.#head > 1_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
  }

  /** Puts an item back to its place by `sequence`, which is at or near the head. */
  restore(item: QueuedMessage): void {
    let at = this.#head
    while (at < this.#items.length && (this.#items[at] as QueuedMessage).sequence < item.sequence) at += 1
    this.#items.splice(at, 0, item)
  }

  remove(item: QueuedMessage): void {
    const at = this.#items.indexOf(item, this.#head)
    if (at >= 0) this.#items.splice(at, 1)
  }

  drain(): QueuedMessage[] {
    const rest = this.#items.slice(this.#head)
    this.#items = []
    this.#head = 0
    return rest
  }
}

/** What waits in memory for the links of one route: by priority, then by order of arrival. */
export class RouteQueue {
  readonly route: string
  readonly #lines = new Map<Priority, Line>(ORDER.map((priority) => [priority, new Line()]))

  constructor(route: string) {
    this.route = route
  }

  push(item: QueuedMessage): void {
    this.#line(item.priority).push(item)
  }

  putBack(item: QueuedMessage): void {
    this.#line(item.priority).restore(item)
  }

  /** The message that goes next on a link, passing over those that this link refused before. */
  next(link: string): QueuedMessage | undefined {
    for (const priority of ORDER) {
      const head = this.#line(priority).head
      if (head !== undefined && !head.refusedBy?.has(link)) return head
    }
    return undefined
  }

  take(item: QueuedMessage): void {
    const line = this.#line(item.priority)
    if (line.head === item) line.shift()
    else line.remove(item)
  }

  drain(): QueuedMessage[] {
    return ORDER.flatMap((priority) => this.#line(priority).drain())
  }

  #line(priority: Priority): Line {
    return this.#lines.get(priority) as Line
  }
}
