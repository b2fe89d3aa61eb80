import { GatewayError } from '@heliograph/contracts'

/** Each check takes 32 MiB and a thread of the pool that file access and DNS look-ups need too. */
const AT_ONCE = 2
/** How many of one line may wait, and of all strangers, and of all others. */
const MOST_OF_LINE = 20
const MOST_OF_LANE = 100

/**
 * Who waits: `line` is an address group, or a user that sets passwords. Those who are known (they have logged in from
 * there before, or are logged in) have every second turn, whatever number of strangers wait.
 */
export interface PasswordPlace {
  readonly lane: 'known' | 'stranger'
  readonly line: string
}

interface Waiting {
  admit(): void
  refuse(error: GatewayError): void
}

/** Lines of one lane that have somebody in them; the first line's turn comes next. */
type Lane = Map<string, Waiting[]>

/**
 * Runs what takes much memory and a thread, two at once. Lines take turns, so that a crowd in one of them delays the
 * first of another line by one turn at most.
 */
export class PasswordTurns {
  #running = 0
  readonly #lanes: Readonly<Record<PasswordPlace['lane'], Lane>> = { known: new Map(), stranger: new Map() }
  #nextLane: PasswordPlace['lane'] = 'known'

  /**
   * Resolves and rejects as `run` does; throws `unavailable`/`overloaded` without running it when too many wait. When
   * that is because of all lines together, it meets the last of the longest line.
   */
  async take<T>(place: PasswordPlace, run: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1
    else await this.#wait(place)
    try {
      return await run()
    } finally {
      // The task that ends passes its place on.
      const next = this.#takeNext()
      if (next === undefined) this.#running -= 1
      else next.admit()
    }
  }

  #wait({ lane: name, line: key }: PasswordPlace): Promise<void> {
    const lane = this.#lanes[name]
    const line = lane.get(key) ?? []
    if (line.length >= MOST_OF_LINE) throw overloaded()
    if (sizeOf(lane) >= MOST_OF_LANE) makeRoom(lane, line.length + 1)
    return new Promise((admit, refuse) => {
      line.push({ admit, refuse })
      lane.set(key, line)
    })
  }

  #takeNext(): Waiting | undefined {
    const [first, second] =
      this.#nextLane === 'known' ? (['known', 'stranger'] as const) : (['stranger', 'known'] as const)
    const from = this.#lanes[first].size > 0 ? first : second
    this.#nextLane = from === 'known' ? 'stranger' : 'known'
    const lane = this.#lanes[from]
    for (const [key, line] of lane) {
      const next = line.shift()
      // To the end of the lines.
      lane.delete(key)
      if (line.length > 0) lane.set(key, line)
      return next
    }
    return undefined
  }
}

/** The error for those who crowd. */
export function overloaded(): GatewayError {
  return new GatewayError('unavailable', 'overloaded', 'Too many passwords are waiting to be checked')
}

/** Refuses the last of the longest line. Throws when no line is longer than the one that somebody wants to join. */
function makeRoom(lane: Lane, joined: number): void {
  let longest: Waiting[] = []
  for (const line of lane.values()) if (line.length > longest.length) longest = line
  if (longest.length <= joined) throw overloaded()
  longest.pop()?.refuse(overloaded())
}

function sizeOf(lane: Lane): number {
  let size = 0
  for (const line of lane.values()) size += line.length
  return size
}
