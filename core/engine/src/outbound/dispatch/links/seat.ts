import type { LinkPump } from './link-pump.ts'
import { partsFor, type QueuedMessage } from './queued-message.ts'
import { ReadySeats } from './ready-seats.ts'
import type { Route } from './route.ts'
import type { Taker } from './route-queue.ts'

/**
 * Links that share the messages of a route by weight (start-time fair queueing): of those that are ready, the one that
 * has sent least for its share goes first.
 */
export class SharingGroup {
  readonly ready = new ReadySeats()
  /** The seats of the links that are up. */
  readonly up = new Set<Seat>()
  /**
   * Virtual time: what a link of weight 1 has sent for its share. A link that joins late starts here; it does not make
   * up for what it missed.
   */
  #now = 0

  charge(seat: Seat, parts: number): void {
    this.#now = Math.max(seat.end, this.#now)
    seat.end = this.#now + parts / seat.weight
    this.ready.moved(seat)
  }
}

/** A link's place in a route: the route as the link sees it. */
export class Seat implements Taker {
  readonly route: Route
  /** `<instance>/<name>`. */
  readonly link: string
  readonly group: SharingGroup
  readonly weight: number
  /** Its place in the configuration: of links that have sent the same for their shares, the first goes first. */
  readonly index: number
  /** Where the link would be in the virtual time of the group if it had never waited for work. */
  end = 0
  /** Its place in the heap of ready seats, which maintains it. */
  place = -1
  #pump: LinkPump | undefined

  constructor(route: Route, link: string, group: SharingGroup, weight: number, index: number) {
    this.route = route
    this.link = link
    this.group = group
    this.weight = weight
    this.index = index
  }

  /** The link itself, which is set before the seat is used. */
  get pump(): LinkPump {
    return this.#pump as LinkPump
  }

  set pump(pump: LinkPump) {
    this.#pump = pump
  }

  /** As last seen. */
  get isUp(): boolean {
    return this.group.up.has(this)
  }

  get isReady(): boolean {
    return this.group.ready.has(this)
  }

  noteUp(isUp: boolean): void {
    if (this.isUp === isUp) return
    if (isUp) this.group.up.add(this)
    else this.group.up.delete(this)
    this.route.linksChanged()
  }

  noteReady(isReady: boolean): void {
    if (!isReady) this.group.ready.remove(this)
    else {
      this.group.ready.add(this)
      this.route.toBeServed()
    }
  }

  /** What the link has to send next, undefined when there is nothing for it. */
  next(): QueuedMessage | undefined {
    return this.route.next(this)
  }

  /** Takes out what `next` found, to send it. */
  take(item: QueuedMessage): void {
    this.route.remove(item)
    this.group.charge(this, partsFor(item, this.link))
  }

  /** Takes out what `next` found, without sending it. */
  remove(item: QueuedMessage): void {
    this.route.remove(item)
  }

  takesUnrestricted(): boolean {
    return this.route.groupInTurn() === this.group
  }

  takes(item: QueuedMessage): boolean {
    return this.route.mayTake(this, item)
  }
}
