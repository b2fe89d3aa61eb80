import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which other work goes first. */
const TURN_MS = 10

/**
 * Long work that lets the other requests of the process go first every 10 ms:
 *
 *     const turn = new Turn()
 *     for (const item of items) {
 *       if (turn.isOver) await turn.giveWay()
 *       ...
 *     }
 *
 * A step between two questions has to be short. Asking costs some 50 ns.
 */
export class TimeSlice {
  readonly #lengthMs: number
  #begun = performance.now()

  /** @param lengthMs less than 10 where the sender is not known yet. */
  constructor(lengthMs: number = TURN_MS) {
    this.#lengthMs = lengthMs
  }

  /** True when the work has had the event loop for that long. */
  get isOver(): boolean {
    return performance.now() - this.#begun >= this.#lengthMs
  }

  /** Resolves when other work has had its turn; the next one then begins. */
  async rest(): Promise<void> {
    await setImmediate()
    this.#begun = performance.now()
  }
}

/** The results of a step for each item, in their order; gives way between the steps. */
export async function mapInSlices<T, R>(items: Iterable<T>, step: (item: T, index: number) => R): Promise<R[]> {
  const slice = new TimeSlice()
  const results: R[] = []
  for (const item of items) {
    if (slice.isOver) await slice.rest()
    results.push(step(item, results.length))
  }
  return results
}
