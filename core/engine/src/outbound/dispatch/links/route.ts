import type { Stage } from '../../routing/route-stages.ts'
import type { LinkPump } from './link-pump.ts'
import { comesBefore, isUnrestricted, type QueuedMessage } from './queued-message.ts'
import { RouteQueue, type Taker } from './route-queue.ts'
import { SharingGroup } from './sharing-group.ts'
import { Slot } from './slot.ts'

type Group = SharingGroup<Slot>

/** Messages that another node should send, and the route under which it finds them. */
export interface ForOthers {
  readonly route: string
  readonly items: readonly QueuedMessage[]
}

export interface RouteOptions {
  readonly name: string
  readonly stages: readonly Stage[]
  readonly pumpOf: (link: string) => LinkPump
  /** Whether an operator has put it on hold. */
  readonly isOnHold: () => boolean
  /** Called when some link may be able to take something that waits. */
  readonly onServable: (route: Route) => void
}

/**
 * A route with the messages that wait for its links. It decides which of them may take a message, and which goes first.
 *
 * The links of a group that are ready share the parts by weight. A later group gets a message only when each link of
 * the earlier ones is down or has refused it.
 */
export class Route {
  readonly name: string
  readonly #queue = new RouteQueue()
  readonly #slots = new Map<string, Slot>()
  readonly #groups: readonly Group[]
  /** The route of what the groups before each have refused. */
  readonly #routeOf = new Map<Group, string>()
  /** Links that have room, but not for what they have to send next. */
  readonly #blocked = new Set<LinkPump>()
  readonly #isOnHold: () => boolean
  readonly #onServable: (route: Route) => void

  constructor({ name, stages, pumpOf, isOnHold, onServable }: RouteOptions) {
    this.name = name
    this.#isOnHold = isOnHold
    this.#onServable = onServable
    const takerFor = (slot: Slot) => this.#takerFor(slot)
    this.#groups = stages.map(({ links, route }) => {
      const group: Group = new SharingGroup(links.some(({ link }) => link.shares > 1))
      this.#routeOf.set(group, route)
      for (const { link, weight } of links) {
        const index = this.#slots.size
        this.#slots.set(link.id, new Slot({ pump: pumpOf(link.id), group, weight, index }, takerFor))
      }
      return group
    })
  }

  get hasLinks(): boolean {
    return this.#slots.size > 0
  }

  serves(link: string): boolean {
    return this.#slots.has(link)
  }

  get slots(): Iterable<Slot> {
    return this.#slots.values()
  }

  /**
   * True while some link of this node can take messages and no other node should, or when there are none at all,
   * because those messages are to be refused, not kept. Never while it is on hold.
   */
  get isOpen(): boolean {
    if (this.#isOnHold()) return false
    if (this.#slots.size === 0) return true
    for (const { up, upElsewhere } of this.#groups) {
      // That it was last seen up is not enough, because a lease runs out without notice.
      for (const { pump } of up) if (pump.isUp) return true
      if (upElsewhere.size > 0) return false
    }
    return false
  }

  /** How many messages its links can use soon, where other nodes have shares of them; infinite where none has. */
  get reach(): number {
    const group = this.#activeGroup()
    if (!group?.isDivided) return Number.POSITIVE_INFINITY
    let parts = 0
    for (const { pump } of group.up) parts += pump.reach
    return parts
  }

  /** Whether some link has not refused the message yet. */
  hasOther(item: QueuedMessage): boolean {
    for (const link of this.#slots.keys()) if (!item.refusedBy?.has(link)) return true
    return false
  }

  push(item: QueuedMessage): void {
    this.#queue.push(item)
    this.servable()
    for (const pump of this.#blocked) {
      if (pump.blockedBy !== undefined && comesBefore(item, pump.blockedBy)) pump.look()
    }
  }

  /** Takes out all that waits. */
  drain(): readonly QueuedMessage[] {
    const items = this.#queue.drain()
    this.#lookAfterBlocked()
    return items
  }

  /** Takes out what another node should send. */
  takeForOthers(): readonly ForOthers[] {
    if (!this.#groups.some(({ isElsewhere }) => isElsewhere)) return []
    const found = new Map<string, QueuedMessage[]>()
    for (const item of this.#activeGroup()?.isElsewhere ? this.#queue.drain() : this.#takeRestricted()) {
      const route = this.#routeElsewhere(item)
      const items = route === undefined ? undefined : found.get(route)
      if (route === undefined) this.#queue.push(item)
      else if (items === undefined) found.set(route, [item])
      else items.push(item)
    }
    if (found.size > 0) this.#lookAfterBlocked()
    return [...found].map(([route, items]) => ({ route, items }))
  }

  /**
   * The slot of a link that is ready and may take something that waits. Among links that may take the same message, it
   * is the one that goes first.
   */
  readySlot(): Slot | undefined {
    if (this.#isOnHold()) return undefined
    const first = this.#queue.hasUnrestricted ? this.#activeGroup()?.ready.first : undefined
    if (first !== undefined) return first
    for (const item of this.#queue.restricted()) {
      const slot = this.#readyFor(item)
      if (slot !== undefined) return slot
    }
    return undefined
  }

  /** What a link has to send next, undefined when there is nothing for it. */
  next(slot: Slot): QueuedMessage | undefined {
    return this.#isOnHold() ? undefined : this.#queue.next(slot.taker)
  }

  /**
   * The ready link that goes first with a message that `slot` could take. A message that not every link may have is
   * taken by the link that finds it.
   */
  firstFor(item: QueuedMessage, slot: Slot): LinkPump {
    const first = isUnrestricted(item) ? slot.group.ready.first : undefined
    return (first ?? slot).pump
  }

  /** Takes out what `next` found, to send it. */
  take(item: QueuedMessage, slot: Slot): void {
    this.remove(item)
    slot.group.charge(slot, slot.pump.partsOf(item))
  }

  /** Takes out what `next` found, without sending it. */
  remove(item: QueuedMessage): void {
    this.#queue.take(item)
    for (const pump of this.#blocked) if (pump.blockedBy === item) pump.look()
  }

  /** Notes that it is to be served. */
  servable(): void {
    this.#onServable(this)
  }

  /** When a link goes up or down, messages that were for others may be for this one, and the other way round. */
  noteUp(slot: Slot, isUp: boolean): void {
    if (isUp) slot.group.up.add(slot)
    else slot.group.up.delete(slot)
    this.#lookAfterBlocked()
    this.servable()
  }

  /** Notes whether another node has a link up. */
  noteElsewhere(slot: Slot, isUp: boolean): void {
    const { upElsewhere } = slot.group
    if (upElsewhere.has(slot) === isUp) return
    if (isUp) upElsewhere.add(slot)
    else upElsewhere.delete(slot)
    this.#lookAfterBlocked()
    this.servable()
  }

  noteReady(slot: Slot, isReady: boolean): void {
    if (!isReady) slot.group.ready.remove(slot)
    else {
      slot.group.ready.add(slot)
      this.servable()
    }
  }

  noteBlocked(pump: LinkPump, isBlocked: boolean): void {
    if (isBlocked) this.#blocked.add(pump)
    else this.#blocked.delete(pump)
  }

  #lookAfterBlocked(): void {
    for (const pump of this.#blocked) pump.look()
  }

  #takeRestricted(): readonly QueuedMessage[] {
    const items = [...this.#queue.restricted()]
    for (const item of items) this.#queue.take(item)
    return items
  }

  /** The route under which another node finds a message that it should send; undefined: this node keeps it. */
  #routeElsewhere(item: QueuedMessage): string | undefined {
    const group = this.#ownerOf(item) === undefined ? this.#activeGroup(item.refusedBy) : undefined
    if (!group?.isElsewhere) return undefined
    return item.refusedBy === undefined ? this.name : this.#routeOf.get(group)
  }

  #takerFor(slot: Slot): Taker {
    return {
      takesUnrestricted: () => this.#activeGroup() === slot.group,
      takes: (item) => {
        if (item.refusedBy?.has(slot.pump.id)) return false
        const owner = this.#ownerOf(item)
        return owner === undefined ? this.#activeGroup(item.refusedBy) === slot.group : owner === slot
      },
    }
  }

  #readyFor(item: QueuedMessage): Slot | undefined {
    const owner = this.#ownerOf(item)
    if (owner !== undefined) return owner.isReady ? owner : undefined
    return this.#activeGroup(item.refusedBy)?.ready.find(({ pump }) => !item.refusedBy?.has(pump.id))
  }

  /** The first group with a link that is up, here or on another node, and not in `refusedBy`. */
  #activeGroup(refusedBy?: ReadonlySet<string>): Group | undefined {
    for (const group of this.#groups) {
      const refusing = refusedBy === undefined ? 0 : this.#countRefusing(group, refusedBy)
      if (group.up.size + group.elsewhere.size > refusing) return group
    }
    return undefined
  }

  /** The only link that may send the rest of a message, while it is up. */
  #ownerOf({ earlier, refusedBy }: QueuedMessage): Slot | undefined {
    const owner = earlier === undefined ? undefined : this.#slots.get(earlier.link)
    return owner?.isUp && !refusedBy?.has(owner.pump.id) ? owner : undefined
  }

  /** How many of the links that are up, here and on other nodes, have refused a message. */
  #countRefusing({ up, elsewhere }: Group, refusedBy: ReadonlySet<string>): number {
    let count = 0
    for (const link of refusedBy) {
      const slot = this.#slots.get(link)
      if (slot === undefined) continue
      if (up.has(slot)) count += 1
      if (elsewhere.has(slot)) count += 1
    }
    return count
  }
}
