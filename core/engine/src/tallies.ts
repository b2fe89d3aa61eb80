import type { Counter } from '@heliograph/contracts'

/** A number that what runs for every message adds to. */
export interface Tally {
  count: number
}

/**
 * The tallies of a counter with two labels. Mostly the same one is wanted again and again, and that one is at hand: a
 * message costs two comparisons and an addition. The counter reads them at each scrape.
 */
export class Tallies {
  readonly #counter: Counter
  readonly #labels: readonly [string, string]
  readonly #tallies = new Map<string, Map<string, Tally>>()
  #first = ''
  #second = ''
  #last: Tally | undefined

  /** The values of both labels must come from small closed sets: a tally is kept for as long as the process lives. */
  constructor(counter: Counter, labels: readonly [string, string]) {
    this.#counter = counter
    this.#labels = labels
  }

  of(first: string, second: string): Tally {
    if (this.#last !== undefined && first === this.#first && second === this.#second) return this.#last
    let inner = this.#tallies.get(first)
    if (inner === undefined) {
      inner = new Map()
      this.#tallies.set(first, inner)
    }
    let tally = inner.get(second)
    if (tally === undefined) {
      tally = this.#add(first, second)
      inner.set(second, tally)
    }
    this.#first = first
    this.#second = second
    this.#last = tally
    return tally
  }

  #add(first: string, second: string): Tally {
    const tally: Tally = { count: 0 }
    this.#counter.collect(() => tally.count, { [this.#labels[0]]: first, [this.#labels[1]]: second })
    return tally
  }
}
