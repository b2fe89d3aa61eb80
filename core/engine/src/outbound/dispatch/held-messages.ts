import { MESSAGES_PER_BATCH } from '../batches/batch.ts'
import type { TicketBatch } from './links/batch-ticket.ts'

/**
 * How many messages of one route and priority may be in memory before no more are claimed: enough for any link's
 * window.
 */
export const MESSAGES_IN_MEMORY = 2_000

/** Below this, more are claimed. */
const MESSAGES_LOW = 1_000

/** A line with more than this in memory needs no more. */
const LINE_LOW = MESSAGES_PER_BATCH / 2

/** What is in memory of one route and priority. */
interface Held {
  messages: number
  readonly lines: Map<number, number>
}

/**
 * Counts the messages in memory by route and priority, and says how many more there is room for. Of a line, only what
 * is more than a batch takes up room: that much it may always have, however much of other lines is here.
 */
export class HeldMessages {
  readonly #held = new Map<string, Held>()
  readonly #onRoom: () => void

  /** `onRoom`: there is room for more messages of some route and priority. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  /** How many more to claim; 0 while there are enough. */
  room(route: string, priority: number): number {
    const { messages } = this.#of(route, priority)
    return messages > MESSAGES_LOW ? 0 : MESSAGES_IN_MEMORY - messages
  }

  /** Whether one more fits. */
  hasRoom(route: string, priority: number): boolean {
    return this.#of(route, priority).messages < MESSAGES_IN_MEMORY
  }

  /** The lines of which there are enough messages here. */
  fullLines(route: string, priority: number): readonly number[] {
    const full: number[] = []
    for (const [line, messages] of this.#of(route, priority).lines) if (messages > LINE_LOW) full.push(line)
    return full
  }

  add({ route, priority, line }: TicketBatch): void {
    const held = this.#of(route, priority)
    if (line !== null) {
      const ofLine = (held.lines.get(line) ?? 0) + 1
      held.lines.set(line, ofLine)
      if (ofLine <= MESSAGES_PER_BATCH) return
    }
    held.messages += 1
  }

  remove({ route, priority, line }: TicketBatch): void {
    const held = this.#of(route, priority)
    if (line !== null) {
      const ofLine = (held.lines.get(line) as number) - 1
      if (ofLine === 0) held.lines.delete(line)
      else held.lines.set(line, ofLine)
      if (ofLine === LINE_LOW) this.#onRoom()
      if (ofLine < MESSAGES_PER_BATCH) return
    }
    held.messages -= 1
    if (held.messages === MESSAGES_LOW) this.#onRoom()
  }

  #of(route: string, priority: number): Held {
    const key = `${route} ${priority}`
    let held = this.#held.get(key)
    if (held === undefined) {
      held = { messages: 0, lines: new Map() }
      this.#held.set(key, held)
    }
    return held
  }
}
