import type { LinkPump } from './link-pump.ts'
import type { Taker } from './route-queue.ts'
import type { Share, SharingGroup } from './sharing-group.ts'

export interface SlotOptions {
  readonly pump: LinkPump
  readonly group: SharingGroup<Slot>
  readonly weight: number
  readonly index: number
}

/** A link's slot in a route. */
export class Slot implements Share {
  readonly pump: LinkPump
  readonly group: SharingGroup<Slot>
  readonly weight: number
  /** Its place in the configuration: of links that have sent equally much for their weights, the first goes first. */
  readonly index: number
  /** What the link may take from the route. */
  readonly taker: Taker
  end = 0
  place = -1

  constructor({ pump, group, weight, index }: SlotOptions, takerFor: (slot: Slot) => Taker) {
    this.pump = pump
    this.group = group
    this.weight = weight
    this.index = index
    this.taker = takerFor(this)
  }

  /** As last noted. */
  get isUp(): boolean {
    return this.group.up.has(this)
  }

  get isReady(): boolean {
    return this.group.ready.has(this)
  }
}
