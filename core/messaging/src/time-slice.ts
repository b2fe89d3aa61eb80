import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which other work goes first. */
const SLICE_MS = 10

/**
 * Long work that lets the other requests of the process go first every 10 ms:
 *
 *     const slice = new TimeSlice()
 *     for (const item of items) {
 *       if (slice.isOver) await slice.rest()
 *       ...
 *     }
 *
 * A step between two looks at `isOver` has to be short. A look costs some 50 ns.
 */
export class TimeSlice {
  readonly #lengthMs: number
  #begun = performance.now()

  /** @param lengthMs less than 10 where the sender is not known yet. */
  constructor(lengthMs: number = SLICE_MS) {
    this.#lengthMs = lengthMs
  }

  /** True when the work has had the event loop for that long. */
  get isOver(): boolean {
    return performance.now() - this.#begun >= this.#lengthMs
  }

  /** Resolves when other work has run; the next slice then begins. */
  async rest(): Promise<void> {
    await setImmediate()
    this.#begun = performance.now()
  }
}

/** The results of a step for each item, in their order; other work runs between the steps. */
export async function mapInSlices<T, R>(items: Iterable<T>, step: (item: T, index: number) => R): Promise<R[]> {
  const slice = new TimeSlice()
  const results: R[] = []
  for (const item of items) {
    if (slice.isOver) await slice.rest()
    results.push(step(item, results.length))
  }
  return results
}
