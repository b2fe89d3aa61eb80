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

/** Messages in order. Places of taken messages are cut off in bulk, so that taking costs nothing. */
class Line {
  /** Whose line it is; see `BatchPlace.line`. */
  readonly of: number | null
  /** How many turns it has to let pass, because its last message had more than one part. */
  debt = 0
  #items: QueuedMessage[] = []
  #head = 0

  constructor(of: number | null) {
    this.of = of
  }

  get first(): QueuedMessage | undefined {
    return this.#items[this.#head]
  }

  push(item: QueuedMessage): void {
    insert(this.#items, this.#head, item)
  }

  shift(): void {
    this.#head += 1
    if (this.#head > 1_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
  }

  rest(): QueuedMessage[] {
    return this.#items.slice(this.#head)
  }
}

/** Messages of one priority, in lines that take turns part by part; normally there is one line. */
class Lines {
  /** Those in which something waits, in the order of their turns. */
  readonly #lines = new Map<number | null, Line>()
  /** The first of them. */
  #next: Line | undefined
  /**
   * Messages that not every link may have, kept apart so that a link finds those behind them. Few, normally none; they
   * have had their turns.
   */
  readonly #restricted: QueuedMessage[] = []

  get hasUnrestricted(): boolean {
    return this.#next !== undefined
  }

  get restricted(): readonly QueuedMessage[] {
    return this.#restricted
  }

  push(item: QueuedMessage): void {
    if (!isUnrestricted(item)) {
      insert(this.#restricted, 0, item)
      return
    }
    const of = item.ticket.batch.line
    let line = this.#lines.get(of)
    if (line === undefined) {
      line = new Line(of)
      this.#lines.set(of, line)
      this.#next ??= line
    }
    line.push(item)
  }

  /** The first message that the link may have. */
  next(taker: Taker): QueuedMessage | undefined {
    const first = this.#next?.first
    const head = first !== undefined && taker.takesUnrestricted() ? first : undefined
    if (this.#restricted.length === 0) return head
    const other = this.#restricted.find((item) => taker.takes(item))
    if (head === undefined || other === undefined) return head ?? other
    return comesBefore(other, head) ? other : head
  }

  take(item: QueuedMessage): void {
    const line = this.#next
    if (line?.first !== item) {
      remove(this.#restricted, item)
      return
    }
    line.shift()
    if (line.first === undefined) this.#lines.delete(line.of)
    else if (this.#lines.size === 1) return
    else this.#moveBack(line, item.message.parts - 1)
    this.#next = this.#nextInTurn()
  }

  drain(): QueuedMessage[] {
    const rest = this.#restricted.splice(0)
    for (const line of this.#lines.values()) for (const item of line.rest()) rest.push(item)
    this.#lines.clear()
    this.#next = undefined
    return rest.sort((a, b) => (comesBefore(a, b) ? -1 : 1))
  }

  #nextInTurn(): Line | undefined {
    for (;;) {
      const next = this.#lines.values().next().value
      if (next === undefined || next.debt === 0) return next
      this.#moveBack(next, next.debt - 1)
    }
  }

  #moveBack(line: Line, debt: number): void {
    line.debt = debt
    this.#lines.delete(line.of)
    this.#lines.set(line.of, line)
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

/** The messages that wait in memory for the links of one route, by priority, then in turns of lines, each in order. */
export class RouteQueue {
  readonly #lines = new Map<Priority, Lines>(ORDER.map((priority) => [priority, new Lines()]))

  /** Whether a message that every link may have is waiting. */
  get hasUnrestricted(): boolean {
    return ORDER.some((priority) => this.#of(priority).hasUnrestricted)
  }

  /** The waiting messages that not every link may have, most urgent first. */
  *restricted(): Iterable<QueuedMessage> {
    for (const priority of ORDER) yield* this.#of(priority).restricted
  }

  /** Puts a message in, or back into its place. */
  push(item: QueuedMessage): void {
    this.#of(item.priority).push(item)
  }

  /** The message that goes next on a link, passing over those that are not for it. */
  next(taker: Taker): QueuedMessage | undefined {
    for (const priority of ORDER) {
      const found = this.#of(priority).next(taker)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Takes out what `next` found. */
  take(item: QueuedMessage): void {
    this.#of(item.priority).take(item)
  }

  /** Takes out everything, most urgent first. */
  drain(): QueuedMessage[] {
    return ORDER.flatMap((priority) => this.#of(priority).drain())
  }

  #of(priority: Priority): Lines {
    return this.#lines.get(priority) as Lines
  }
}
