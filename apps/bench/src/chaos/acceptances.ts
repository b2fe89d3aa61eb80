import { epochNow } from './ability.ts'

/** What clients were told is accepted, and when. */
export class Acceptances {
  readonly #now: () => number
  readonly #serials = new Set<number>()
  readonly #times: number[] = []

  constructor(now = epochNow) {
    this.#now = now
  }

  /** Numbers of the messages. */
  get serials(): ReadonlySet<number> {
    return this.#serials
  }

  /** An answer has come that accepts these. */
  note(serials: readonly number[]): void {
    if (serials.length === 0) return
    for (const serial of serials) this.#serials.add(serial)
    this.#times.push(this.#now())
  }

  /** When the first answer after this time came; undefined while there is none. */
  firstAfter(atMs: number): number | undefined {
    return this.#times.find((time) => time > atMs)
  }

  countBetween(fromMs: number, toMs: number): number {
    return this.#times.filter((time) => time > fromMs && time < toMs).length
  }
}
