import { type BatchPlace, MESSAGES_PER_BATCH, placeKey } from '../batches/batch.ts'
import { LINES_IN_MEMORY } from '../batches/line-claims.ts'

/**
 * How many messages of one route and priority may be in memory before no more are claimed: enough for any link's
 * window.
 */
export const MESSAGES_IN_MEMORY = 2_000

/** A line with more than this in memory needs no more. */
const LINE_LOW = MESSAGES_PER_BATCH / 2

/** The most messages in memory that take up no room. */
const MOST_SPARE = LINES_IN_MEMORY * MESSAGES_PER_BATCH

/** What is in memory of one route and priority. */
interface Held {
  messages: number
  /** With how many or fewer of them more are claimed, by the last look. */
  low: number
  /** How many of them are the first batch's worth of their line. */
  spare: number
  readonly lines: Map<number, number>
}

/**
 * Counts the messages in memory by route and priority, and says how many more there is room for: more are claimed once
 * half of the room is free. Of each line, a batch's worth takes up no room, so that it can be here however much there
 * is of other lines.
 */
export class HeldMessages {
  readonly #held = new Map<string, Held>()
  readonly #onRoom: () => void
  readonly #reachOf: (route: string) => number

  /**
   * `onRoom`: there is room for more messages of some route and priority. `reachOf`: how many messages of a route are
   * of use here, where other nodes could send the rest.
   */
  constructor(onRoom: () => void, reachOf: (route: string) => number = () => Number.POSITIVE_INFINITY) {
    this.#onRoom = onRoom
    this.#reachOf = reachOf
  }

  /**
   * How many more to claim; 0 while there are enough. `isLast`: what waits is likely to fit, so it need not wait until
   * half of the room is free.
   */
  room(route: string, priority: number, isLast: boolean): number {
    const held = this.#of(route, priority)
    const taken = roomTaken(held)
    const most = this.#mostOf(route)
    // Remembered, because it may change: from here on, it is this number that has to be reached.
    held.low = most / 2
    return taken > held.low && !isLast ? 0 : Math.max(0, most - taken)
  }

  /** Whether one more fits. */
  hasRoom(route: string, priority: number): boolean {
    return roomTaken(this.#of(route, priority)) < this.#mostOf(route)
  }

  /** The lines of which there are enough messages here. */
  fullLines(route: string, priority: number): readonly number[] {
    const full: number[] = []
    for (const [line, messages] of this.#of(route, priority).lines) if (messages > LINE_LOW) full.push(line)
    return full
  }

  add({ route, priority, line }: BatchPlace): void {
    const held = this.#of(route, priority)
    held.messages += 1
    if (line === null) return
    const ofLine = held.lines.get(line) ?? 0
    held.lines.set(line, ofLine + 1)
    if (ofLine < MESSAGES_PER_BATCH) held.spare += 1
  }

  remove({ route, priority, line }: BatchPlace): void {
    const held = this.#of(route, priority)
    const taken = roomTaken(held)
    held.messages -= 1
    if (line !== null) this.#removeFrom(held, line)
    if (taken > held.low && roomTaken(held) <= held.low) this.#onRoom()
  }

  #removeFrom(held: Held, line: number): void {
    const ofLine = (held.lines.get(line) ?? 0) - 1
    if (ofLine > 0) held.lines.set(line, ofLine)
    else held.lines.delete(line)
    if (ofLine < MESSAGES_PER_BATCH) held.spare -= 1
    if (ofLine === LINE_LOW) this.#onRoom()
  }

  #mostOf(route: string): number {
    return Math.floor(Math.min(MESSAGES_IN_MEMORY, this.#reachOf(route)))
  }

  #of(route: string, priority: number): Held {
    const key = placeKey(route, priority)
    let held = this.#held.get(key)
    if (held === undefined) {
      held = { messages: 0, low: MESSAGES_IN_MEMORY / 2, spare: 0, lines: new Map() }
      this.#held.set(key, held)
    }
    return held
  }
}

function roomTaken({ messages, spare }: Held): number {
  return messages - Math.min(spare, MOST_SPARE)
}
