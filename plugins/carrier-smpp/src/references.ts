import { BoundedMap } from './bounded-map.ts'

/** How the parts of one message belong together, as it was sent. */
export interface UsedReference {
  readonly reference: number
  /** A header with 8 bits, one with 16, or SAR parameters. */
  readonly form: 'udh' | 'udh16' | 'sar'
}

const DESTINATIONS = 50_000
const MESSAGES = 20_000

/**
 * Concatenation references of one link. They count per destination, since a handset tells messages of one sender apart by nothing else, and begin
 * anywhere, so that a restart does not repeat those of a moment ago. What was used for messages that went out in part is remembered for the rest of them.
 */
export class References {
  readonly #last = new BoundedMap<string, number>(DESTINATIONS)
  readonly #used = new BoundedMap<number, UsedReference>(MESSAGES)
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  next(destination: string, form: UsedReference['form']): UsedReference {
    const last = this.#last.get(destination) ?? Math.floor(this.#random() * 0x10000)
    const next = (last + 1) & 0xffff
    this.#last.set(destination, next)
    return { reference: form === 'udh' ? next & 0xff : next, form }
  }

  /** For the parts of a message that are still to be sent. Undefined when it is not known (any more). */
  used(smsId: number): UsedReference | undefined {
    return this.#used.get(smsId)
  }

  remember(smsId: number, reference: UsedReference): void {
    this.#used.set(smsId, reference)
  }

  forget(smsId: number): void {
    this.#used.delete(smsId)
  }
}
