import type { LinkGroup, NamedLink } from '../routing/routing.ts'
import type { LinkPump, MessageSource } from './link-pump.ts'
import { partsFor, type QueuedMessage } from './queued-message.ts'
import { RouteQueue } from './route-queue.ts'

/** A link's place in a route. */
interface Seat {
  readonly link: NamedLink
  readonly group: Group
  readonly weight: number
  /** Where the link would be in the group's virtual time if it had never waited for work. */
  end: number
}

interface Group {
  readonly index: number
  readonly seats: Seat[]
  /** Virtual time: what a link of weight 1 has sent by its share. A link that comes late starts here, it does not make up for what it missed. */
  now: number
}

/**
 * A route with what waits for its links: says which of them may take a message, and whose turn it is.
 *
 * The links of a group share the parts by weight among those that have room (start-time fair queueing: the link whose virtual time is least goes first). A later
 * group gets messages only while no link of an earlier one is up, and those that every link of the earlier ones refused or that are down.
 */
export class Route {
  readonly name: string
  readonly queue: RouteQueue
  readonly #seats = new Map<string, Seat>()
  readonly #groups: readonly Group[]
  readonly #pumpOf: (link: string) => LinkPump | undefined

  constructor(name: string, groups: readonly LinkGroup[], pumpOf: (link: string) => LinkPump | undefined) {
    this.name = name
    this.queue = new RouteQueue(name)
    this.#pumpOf = pumpOf
    this.#groups = groups.map((links, index) => {
      const group: Group = { index, seats: [], now: 0 }
      for (const { link, weight } of links) {
        const seat = { link, group, weight, end: 0 }
        group.seats.push(seat)
        this.#seats.set(link.id, seat)
      }
      return group
    })
  }

  get links(): readonly NamedLink[] {
    return [...this.#seats.values()].map((seat) => seat.link)
  }

  /** True while some link can take messages, or when there are none at all: those messages are to be refused, not kept. */
  get isOpen(): boolean {
    return this.#seats.size === 0 || this.#groups.some((group) => this.#isGroupUp(group))
  }

  /** Whether some link has not refused the message yet. */
  hasOther(item: QueuedMessage): boolean {
    return [...this.#seats.keys()].some((id) => !item.refusedBy?.has(id))
  }

  /** The route as one of its links sees it. */
  sourceFor(link: string): MessageSource | undefined {
    const seat = this.#seats.get(link)
    if (seat === undefined) return undefined
    const taker = {
      takesPlain: () => this.#isGroupsTurn(seat.group),
      takes: (item: QueuedMessage) => this.#mayTake(seat, item),
    }
    return {
      next: () => this.queue.next(taker),
      remove: (item) => this.queue.take(item),
      take: (item) => {
        this.queue.take(item)
        charge(seat, partsFor(item, link))
      },
      whoseTurn: (item) => this.#before(seat, item),
    }
  }

  #mayTake(seat: Seat, item: QueuedMessage): boolean {
    const { refusedBy, earlier } = item
    const { id } = seat.link
    if (refusedBy?.has(id)) return false
    const owner = earlier === undefined ? undefined : this.#seats.get(earlier.link)
    if (owner !== undefined && this.#isUp(owner) && !refusedBy?.has(owner.link.id)) return owner === seat
    return this.#isGroupsTurn(seat.group, refusedBy)
  }

  /** No earlier group has a link that could take the message. */
  #isGroupsTurn(group: Group, refusedBy?: ReadonlySet<string>): boolean {
    return group.index === 0 || this.#groups.slice(0, group.index).every((other) => !this.#isGroupUp(other, refusedBy))
  }

  #isGroupUp(group: Group, refusedBy?: ReadonlySet<string>): boolean {
    return group.seats.some((seat) => this.#isUp(seat) && !refusedBy?.has(seat.link.id))
  }

  #isUp(seat: Seat): boolean {
    return this.#pumpOf(seat.link.id)?.isUp ?? false
  }

  /** The link of the group that has to take the message before this one. */
  #before(seat: Seat, item: QueuedMessage): LinkPump | undefined {
    const { seats } = seat.group
    if (seats.length === 1 || item.earlier?.link === seat.link.id) return undefined
    let first = seat
    for (const other of seats)
      if (other !== first && isBefore(other, first) && this.#isReady(other, item)) first = other
    return first === seat ? undefined : this.#pumpOf(first.link.id)
  }

  #isReady(seat: Seat, item: QueuedMessage): boolean {
    return this.#mayTake(seat, item) && (this.#pumpOf(seat.link.id)?.hasRoomFor(item) ?? false)
  }
}

function startOf(seat: Seat): number {
  return Math.max(seat.end, seat.group.now)
}

function isBefore(a: Seat, b: Seat): boolean {
  const [left, right] = [startOf(a), startOf(b)]
  return left < right || (left === right && a.group.seats.indexOf(a) < a.group.seats.indexOf(b))
}

function charge(seat: Seat, parts: number): void {
  seat.group.now = startOf(seat)
  seat.end = seat.group.now + parts / seat.weight
}
