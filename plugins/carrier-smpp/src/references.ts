import type { OutgoingMessage } from '@heliograph/contracts'
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
 *
 * On a link that nodes share, another node may send the remaining parts. References then follow from the messages, so
 * that all nodes know them.
 */
export class References {
  readonly #last = new BoundedMap<string, number>(DESTINATIONS)
  readonly #used = new BoundedMap<number, UsedReference>(MESSAGES)
  readonly #random: () => number
  /** Whether nodes share the link. */
  readonly isShared: boolean

  constructor(random: () => number, isShared: boolean) {
    this.#random = random
    this.isShared = isShared
  }

  next({ smsId, to }: Pick<OutgoingMessage, 'smsId' | 'to'>, form: UsedReference['form']): UsedReference {
    const next = this.isShared ? spread(smsId) : this.#count(to)
    return { reference: form === 'udh' ? next & 0xff : next, form }
  }

  #count(destination: string): number {
    const last = this.#last.get(destination) ?? Math.floor(this.#random() * 0x10000)
    const next = (last + 1) & 0xffff
    this.#last.set(destination, next)
    return next
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

/** 2^32 divided by the golden ratio, by which consecutive numbers are spread most evenly. */
const GOLDEN = 0x9e3779b1

/**
 * 16 bits of an id. Texts to the same list of recipients have ids that are as far apart as the list is long, so the
 * last bits alone might be the same for both texts to each of them.
 */
function spread(smsId: number): number {
  return Math.imul(smsId, GOLDEN) >>> 16
}
