import { GatewayError } from '@heliograph/contracts'
import { FairQueue } from '../database/queues/fair-queue.ts'

/** Each check takes 32 MiB and a thread of the pool that file access and DNS look-ups need too. */
const AT_ONCE = 2
/** How many of one line may wait, and of all strangers, and of all others. */
const MOST_OF_LINE = 20
const MOST_OF_LANE = 100

/**
 * Who waits: `line` is an address group, or a user that sets passwords. Those who are known (they have logged in from
 * there before, or are logged in) have every second place, however many strangers wait.
 */
export interface PasswordPlace {
  readonly lane: 'known' | 'stranger'
  readonly line: string
}

interface Waiting {
  admit(): void
  refuse(error: GatewayError): void
}

/** Those that wait, by line. */
type Lane = FairQueue<string, Waiting>

/**
 * Runs what takes much memory and a thread, two at once. Lines are served one after the other, so that a crowd in one
 * of them delays the first of another line by one check at most.
 */
export class PasswordQueue {
  #running = 0
  readonly #lanes: Readonly<Record<PasswordPlace['lane'], Lane>> = { known: new FairQueue(), stranger: new FairQueue() }
  #nextLane: PasswordPlace['lane'] = 'known'

  /**
   * Resolves and rejects as `task` does; throws `unavailable`/`overloaded` without running it when too many wait. When
   * that is because of all lines together, it meets the last of the longest line.
   */
  async run<T>(place: PasswordPlace, task: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1
    else await this.#wait(place)
    try {
      return await task()
    } finally {
      // The task that ends passes its place on.
      const next = this.#takeNext()
      if (next === undefined) this.#running -= 1
      else next.admit()
    }
  }

  #wait({ lane: name, line }: PasswordPlace): Promise<void> {
    const lane = this.#lanes[name]
    if (lane.sizeOf(line) >= MOST_OF_LINE) throw overloaded()
    if (lane.size >= MOST_OF_LANE) makeRoom(lane, lane.sizeOf(line) + 1)
    return new Promise((admit, refuse) => lane.add(line, { admit, refuse }))
  }

  #takeNext(): Waiting | undefined {
    const [first, second] =
      this.#nextLane === 'known' ? (['known', 'stranger'] as const) : (['stranger', 'known'] as const)
    const from = this.#lanes[first].size > 0 ? first : second
    this.#nextLane = from === 'known' ? 'stranger' : 'known'
    return this.#lanes[from].takeNext()
  }
}

/** The error for those who crowd. */
export function overloaded(): GatewayError {
  return new GatewayError('unavailable', 'overloaded', 'Too many passwords are waiting to be checked')
}

/** Refuses the last of the longest line. Throws when no line is longer than the one that somebody wants to join. */
function makeRoom(lane: Lane, joined: number): void {
  const last = lane.takeFromLongest(joined)
  if (last === undefined) throw overloaded()
  last.refuse(overloaded())
}
