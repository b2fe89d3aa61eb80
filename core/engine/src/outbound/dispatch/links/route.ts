import type { LinkGroup } from '../../routing/routing.ts'
import type { LinkPump } from './link-pump.ts'
import { comesBefore, isUnrestricted, type QueuedMessage } from './queued-message.ts'
import { RouteQueue } from './route-queue.ts'
import { Seat, SharingGroup } from './seat.ts'

/**
 * A route with the messages that wait for its links. It decides which of them may take a message, and whose turn it is.
 *
 * The links of a group that are ready share the parts by weight. A later group gets a message only when each link of
 * the earlier ones is down or has refused it.
 */
export class Route {
  readonly name: string
  readonly #queue: RouteQueue
  readonly #seats = new Map<string, Seat>()
  readonly #groups: readonly SharingGroup[]
  /** Links that have room, but not for what they have to send next. */
  readonly #blocked = new Set<LinkPump>()
  readonly #onToBeServed: (route: Route) => void

  /** `onToBeServed`: some link may be able to take something that waits. */
  constructor(name: string, groups: readonly LinkGroup[], onToBeServed: (route: Route) => void) {
    this.name = name
    this.#queue = new RouteQueue(name)
    this.#onToBeServed = onToBeServed
    this.#groups = groups.map((links) => {
      const group = new SharingGroup()
      for (const { link, weight } of links) {
        this.#seats.set(link.id, new Seat(this, link.id, group, weight, this.#seats.size))
      }
      return group
    })
  }

  get hasLinks(): boolean {
    return this.#seats.size > 0
  }

  /**
   * True while some link can take messages, or when there are none at all, because those messages are to be refused,
   * not kept.
   */
  get isOpen(): boolean {
    if (this.#seats.size === 0) return true
    // That it was last seen up is not enough, because a lease runs out without notice.
    for (const { up } of this.#groups) for (const { pump } of up) if (pump.isUp) return true
    return false
  }

  seatOf(link: string): Seat | undefined {
    return this.#seats.get(link)
  }

  /** Whether some link has not refused the message yet. */
  hasOther(item: QueuedMessage): boolean {
    for (const link of this.#seats.keys()) if (!item.refusedBy?.has(link)) return true
    return false
  }

  push(item: QueuedMessage): void {
    this.#queue.push(item)
    this.toBeServed()
    for (const pump of this.#blocked) {
      if (pump.blockedBy !== undefined && comesBefore(item, pump.blockedBy)) pump.look()
    }
  }

  remove(item: QueuedMessage): void {
    this.#queue.take(item)
    for (const pump of this.#blocked) if (pump.blockedBy === item) pump.look()
  }

  drain(): readonly QueuedMessage[] {
    const items = this.#queue.drain()
    this.#lookAfterBlocked()
    return items
  }

  next(seat: Seat): QueuedMessage | undefined {
    return this.#queue.next(seat)
  }

  /**
   * A link that is ready and may take something that waits. Among links that may take the same message, it is the one
   * whose turn it is.
   */
  readyLink(): LinkPump | undefined {
    const first = this.#queue.hasUnrestricted ? this.groupInTurn()?.ready.first : undefined
    if (first !== undefined) return first.pump
    for (const item of this.#queue.restricted()) {
      const seat = this.#readyFor(item)
      if (seat !== undefined) return seat.pump
    }
    return undefined
  }

  /**
   * The ready link whose turn it is to take a message that `seat` could take. A message that not every link may have is
   * taken by the link that finds it.
   */
  whoseTurn(item: QueuedMessage, seat: Seat): LinkPump {
    const first = isUnrestricted(item) ? seat.group.ready.first : undefined
    return (first ?? seat).pump
  }

  mayTake(seat: Seat, item: QueuedMessage): boolean {
    if (item.refusedBy?.has(seat.link)) return false
    const owner = this.#ownerOf(item)
    return owner === undefined ? this.groupInTurn(item.refusedBy) === seat.group : owner === seat
  }

  /** The first group with a link that is up and not in `refusedBy`. */
  groupInTurn(refusedBy?: ReadonlySet<string>): SharingGroup | undefined {
    return this.#groups.find((group) => group.up.size > this.#countRefusing(group, refusedBy))
  }

  toBeServed(): void {
    this.#onToBeServed(this)
  }

  /**
   * Called when one of the links has gone up or down: messages that were for others may now be for this one, and the
   * other way round.
   */
  linksChanged(): void {
    this.#lookAfterBlocked()
    this.toBeServed()
  }

  noteBlocked(pump: LinkPump, isBlocked: boolean): void {
    if (isBlocked) this.#blocked.add(pump)
    else this.#blocked.delete(pump)
  }

  #lookAfterBlocked(): void {
    for (const pump of this.#blocked) pump.look()
  }

  #readyFor(item: QueuedMessage): Seat | undefined {
    const owner = this.#ownerOf(item)
    if (owner !== undefined) return owner.isReady ? owner : undefined
    return this.groupInTurn(item.refusedBy)?.ready.find((seat) => !item.refusedBy?.has(seat.link))
  }

  /** The only link that may send the rest of a message, while it is up. */
  #ownerOf({ earlier, refusedBy }: QueuedMessage): Seat | undefined {
    const owner = earlier === undefined ? undefined : this.#seats.get(earlier.link)
    return owner?.isUp && !refusedBy?.has(owner.link) ? owner : undefined
  }

  #countRefusing(group: SharingGroup, refusedBy: ReadonlySet<string> | undefined): number {
    let count = 0
    for (const link of refusedBy ?? []) {
      const seat = this.#seats.get(link)
      if (seat?.isUp && seat.group === group) count += 1
    }
    return count
  }
}
