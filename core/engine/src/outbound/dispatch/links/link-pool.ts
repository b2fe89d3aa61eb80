import type { Carrier } from '@heliograph/contracts'
import type { EngineSettings } from '../../../settings.ts'
import { findLinkSets } from '../../routing/link-sets.ts'
import { routeStages, type Stage } from '../../routing/route-stages.ts'
import { type NamedLink, nameLinks, resolveRoutes } from '../../routing/routing.ts'
import { LinkPump, type LinkPumpOptions } from './link-pump.ts'
import { comesBefore, type QueuedMessage } from './queued-message.ts'
import { type ForOthers, Route } from './route.ts'
import type { Slot } from './slot.ts'

export interface LinkPoolOptions
  extends Pick<LinkPumpOptions, 'clock' | 'logger' | 'contents' | 'beforeSubmit' | 'afterSubmit'>,
    Pick<EngineSettings, 'routes'> {
  readonly carriers: ReadonlyMap<string, Carrier>
  /** Takes a message out of the queue for good when it must not be sent (its validity is over). True when it did. */
  readonly discard: (item: QueuedMessage) => boolean
  /** Whether this node may use the link (`<instance>/<name>`) now. When it may again, `resume` is called. */
  readonly mayHandOver: (link: string) => boolean
  /** Whether an operator has put the route on hold; when the hold is removed, `resume` is called. */
  readonly isOnHold: (route: string) => boolean
  /** Called when a link is up, or may take more than before. */
  readonly onRoom: () => void
}

/** What a link serves: a route, and its slot in it. */
interface Service {
  readonly route: Route
  readonly slot: Slot
}

/** A message that a link could send now. */
interface Choice extends Service {
  readonly item: QueuedMessage
}

/**
 * All links with what waits for them, by route.
 *
 * Every route for which something has changed is served until none of its links is ready for anything that waits. Each
 * step hands over a message or finds that a link is not ready after all, so this ends, and no link is left idle.
 */
export class LinkPool {
  readonly links: readonly NamedLink[]
  /** The links, in sets that are leased together. */
  readonly sets: readonly (readonly NamedLink[])[]
  readonly #options: LinkPoolOptions
  readonly #pumps: ReadonlyMap<string, LinkPump>
  readonly #routes: ReadonlyMap<string, Route>
  readonly #served = new Map<LinkPump, Service[]>()
  readonly #toServe = new Set<Route>()
  #isServing = false

  constructor(options: LinkPoolOptions) {
    this.#options = options
    this.links = nameLinks(options.carriers)
    this.#pumps = new Map(this.links.map((link) => [link.id, this.#makePump(link)]))
    const groups = resolveRoutes(options.routes, this.links)
    this.sets = findLinkSets([...groups.values()], this.links)
    const routes = routeStages(groups, this.sets)
    this.#routes = new Map([...routes].map(([name, stages]) => [name, this.#makeRoute(name, stages)]))
  }

  get routes(): readonly string[] {
    return [...this.#routes.keys()]
  }

  /** Names of the routes a link serves. */
  routesOf(link: string): readonly string[] {
    return [...this.#routes.values()].filter((route) => route.serves(link)).map(({ name }) => name)
  }

  /**
   * True while some link of the route can take messages and no other node should, or when it has none at all, because
   * messages of that route are to be refused, not kept.
   */
  isRouteOpen(route: string): boolean {
    return this.#routes.get(route)?.isOpen ?? false
  }

  hasLinks(route: string): boolean {
    return this.#routes.get(route)?.hasLinks ?? false
  }

  /**
   * How many messages of a route are of use to this node: more would wait here while other nodes, with which it shares
   * the route, could send them. Infinite where it shares none.
   */
  reachOf(route: string): number {
    return this.#routes.get(route)?.reach ?? Number.POSITIVE_INFINITY
  }

  /** Parts handed to one link, or to all, and not answered. */
  outstanding(link?: string): number {
    if (link !== undefined) return this.#pumps.get(link)?.outstanding ?? 0
    let parts = 0
    for (const pump of this.#pumps.values()) parts += pump.outstanding
    return parts
  }

  /** Puts a message in, or back into its place. It goes with the next `pump`. */
  push(route: string, item: QueuedMessage): void {
    this.#routes.get(route)?.push(item)
  }

  /** Hands over the messages of a route that may go now. */
  pump(route: string): void {
    this.#routes.get(route)?.servable()
    this.#serve()
  }

  /** Whether the route has a link left that has not refused the message. */
  hasOther(route: string, item: QueuedMessage): boolean {
    return this.#routes.get(route)?.hasOther(item) ?? false
  }

  /** Called when links may be used that could not be used before, and once before anything is handed over. */
  resume(): void {
    for (const pump of this.#pumps.values()) pump.look()
    for (const route of this.#routes.values()) route.servable()
    this.#serve()
  }

  /** Stops handing over; answers that are outstanding still arrive. */
  stop(): void {
    for (const pump of this.#pumps.values()) pump.stop()
  }

  /** Takes out all waiting messages. */
  drain(): readonly QueuedMessage[] {
    return [...this.#routes.values()].flatMap((route) => route.drain())
  }

  /** Takes out all messages that wait for the links of one route. */
  drainRoute(route: string): readonly QueuedMessage[] {
    return this.#routes.get(route)?.drain() ?? []
  }

  /** Takes out the messages that other nodes should send. */
  takeForOthers(): readonly ForOthers[] {
    return [...this.#routes.values()].flatMap((route) => route.takeForOthers())
  }

  /** To be called when other nodes have links up that they did not have up before, or the other way round. */
  noteElsewhere(isUp: (link: string) => boolean): void {
    for (const [pump, services] of this.#served) {
      const isUpElsewhere = isUp(pump.id)
      for (const { route, slot } of services) route.noteElsewhere(slot, isUpElsewhere)
    }
  }

  /** Takes out the waiting messages that are meant. */
  takeOut(isMeant: (item: QueuedMessage) => boolean): readonly QueuedMessage[] {
    const taken: QueuedMessage[] = []
    for (const route of this.#routes.values()) {
      for (const item of route.drain()) {
        if (isMeant(item)) taken.push(item)
        else route.push(item)
      }
    }
    this.#serve()
    return taken
  }

  /** Serves what changes meanwhile as well: a carrier may report something while it takes a message. */
  #serve(): void {
    if (this.#isServing) return
    this.#isServing = true
    try {
      for (const route of this.#toServe) {
        this.#toServe.delete(route)
        for (let slot = route.readySlot(); slot !== undefined; slot = route.readySlot()) this.#handOverNext(slot.pump)
      }
    } finally {
      this.#isServing = false
    }
  }

  /**
   * Hands over what a link has to send next, to this link or to another one that goes first with it. That one may have
   * something still more urgent to send, with which a third link goes first. With each step the message is more urgent,
   * so the loop ends.
   */
  #handOverNext(asked: LinkPump): void {
    for (let pump = asked; ; ) {
      const choice = this.#choose(pump)
      if (choice === undefined) return
      const { route, slot, item } = choice
      const first = route.firstFor(item, slot)
      if (first === pump) {
        route.take(item, slot)
        pump.take(item)
        return
      }
      pump = first
    }
  }

  /**
   * The message that a link sends next, if it may. Undefined when nothing waits for it, or when it cannot take that
   * message now, in which case it is no longer ready.
   */
  #choose(pump: LinkPump): Choice | undefined {
    const choice = pump.checkReady() ? this.#mostUrgent(pump) : undefined
    return choice !== undefined && pump.canTake(choice.item) ? choice : undefined
  }

  /** The most urgent message for a link, after those that must not be sent any more are discarded. */
  #mostUrgent(pump: LinkPump): Choice | undefined {
    for (;;) {
      let best: Choice | undefined
      for (const { route, slot } of this.#servicesOf(pump)) {
        const item = route.next(slot)
        if (item !== undefined && (best === undefined || comesBefore(item, best.item))) best = { route, slot, item }
      }
      if (best === undefined || !this.#options.discard(best.item)) return best
      best.route.remove(best.item)
    }
  }

  #servicesOf(pump: LinkPump): readonly Service[] {
    return this.#served.get(pump) as readonly Service[]
  }

  #makeRoute(name: string, stages: readonly Stage[]): Route {
    const pumpOf = (link: string) => this.#pumps.get(link) as LinkPump
    const isOnHold = () => this.#options.isOnHold(name)
    const route = new Route({ name, stages, pumpOf, isOnHold, onServable: () => void this.#toServe.add(route) })
    for (const slot of route.slots) this.#served.get(slot.pump)?.push({ route, slot })
    return route
  }

  #makePump({ id, link }: NamedLink): LinkPump {
    const { clock, logger, contents, mayHandOver, beforeSubmit, afterSubmit, onRoom } = this.#options
    const services: Service[] = []
    const pump = new LinkPump({
      id,
      link,
      clock,
      logger,
      contents,
      beforeSubmit,
      afterSubmit,
      mayHandOver: () => mayHandOver(id),
      onUp: (isUp) => {
        for (const { route, slot } of services) route.noteUp(slot, isUp)
      },
      onReady: (isReady) => {
        for (const { route, slot } of services) route.noteReady(slot, isReady)
      },
      onBlocked: (isBlocked) => {
        for (const { route } of services) route.noteBlocked(pump, isBlocked)
      },
      serve: () => this.#serve(),
      onChange: onRoom,
    })
    this.#served.set(pump, services)
    return pump
  }
}
