import { BoundedMap } from './bounded-map.ts'

/** How the parts of a sent message are linked. */
export interface UsedReference {
  readonly reference: number
  /** A header with an 8-bit or a 16-bit reference, or SAR parameters. */
  readonly form: 'udh' | 'udh16' | 'sar'
}

const DESTINATIONS = 50_000
const MESSAGES = 20_000

/**
 * Concatenation references of one link. They are counted per destination, since a handset has no other way to
 * distinguish messages from one sender, and begin at a random number, so that a restart does not repeat recent ones.
 * The reference of a message that went out in part is remembered for its remaining parts.
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

  /** The reference for the remaining parts of a message. Undefined when it is not known (any more). */
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
