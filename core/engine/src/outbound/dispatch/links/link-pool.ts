import type { Carrier } from '@heliograph/contracts'
import type { EngineSettings } from '../../../settings.ts'
import { type NamedLink, nameLinks, resolveRoutes } from '../../routing/routing.ts'
import { LinkPump, type LinkPumpOptions } from './link-pump.ts'
import type { QueuedMessage } from './queued-message.ts'
import { Route } from './route.ts'
import type { Seat } from './seat.ts'

export interface LinkPoolOptions
  extends Pick<LinkPumpOptions, 'clock' | 'logger' | 'discard'>,
    Pick<EngineSettings, 'routes'> {
  readonly carriers: ReadonlyMap<string, Carrier>
  readonly beforeSubmit: (link: NamedLink, item: QueuedMessage) => Promise<boolean> | undefined
  readonly afterSubmit: (link: NamedLink, ...answer: Parameters<LinkPumpOptions['afterSubmit']>) => void
  /** Whether this node may use the link (`<instance>/<name>`) now. When it may again, `resume` is called. */
  readonly mayHandOver: (link: string) => boolean
  /** Called when a link is up, or may take more than before. */
  readonly onRoom: () => void
}

/**
 * All links with what waits for them, by route.
 *
 * Messages are handed over in turns. A turn serves every route for which something has changed until no link is left
 * that is ready and may take something that waits. Each step hands over a message or finds that a link is not ready
 * after all, so the turn ends, and no link is left idle.
 */
export class LinkPool {
  readonly links: readonly NamedLink[]
  readonly #options: LinkPoolOptions
  readonly #routes: ReadonlyMap<string, Route>
  readonly #pumps: ReadonlyMap<string, LinkPump>
  /** Routes to be served in this turn, or in the next. */
  readonly #toServe = new Set<Route>()
  #isTurn = false

  constructor(options: LinkPoolOptions) {
    this.#options = options
    this.links = nameLinks(options.carriers)
    const groups = resolveRoutes(options.routes, this.links)
    const onToBeServed = (route: Route) => void this.#toServe.add(route)
    this.#routes = new Map([...groups].map(([name, links]) => [name, new Route(name, links, onToBeServed)]))
    this.#pumps = new Map(this.links.map((link) => [link.id, this.#makePump(link)]))
  }

  get routes(): readonly string[] {
    return [...this.#routes.keys()]
  }

  /** Names of the routes a link serves. */
  routesOf(link: string): readonly string[] {
    return this.#seatsOf(link).map(({ route }) => route.name)
  }

  /**
   * True while some link of the route can take messages, or when it has none at all, because messages of that route are
   * to be refused, not kept.
   */
  isRouteOpen(route: string): boolean {
    return this.#routes.get(route)?.isOpen ?? false
  }

  hasLinks(route: string): boolean {
    return this.#routes.get(route)?.hasLinks ?? false
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
    this.#routes.get(route)?.toBeServed()
    this.#turn()
  }

  /** Whether the route has a link left that has not refused the message. */
  hasOther(route: string, item: QueuedMessage): boolean {
    return this.#routes.get(route)?.hasOther(item) ?? false
  }

  /** Called when links may be used that could not be used before, and once before anything is handed over. */
  resume(): void {
    for (const pump of this.#pumps.values()) pump.look()
    for (const route of this.#routes.values()) route.toBeServed()
    this.#turn()
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

  /** Takes out those of the messages that wait. */
  takeOut(smsIds: ReadonlySet<number>): readonly QueuedMessage[] {
    const taken: QueuedMessage[] = []
    for (const route of this.#routes.values()) {
      for (const item of route.drain()) {
        if (smsIds.has(item.message.smsId)) taken.push(item)
        else route.push(item)
      }
    }
    this.#turn()
    return taken
  }

  /** A change during a turn belongs to that turn: a carrier may well report one while it takes a message. */
  #turn(): void {
    if (this.#isTurn) return
    this.#isTurn = true
    try {
      for (const route of this.#toServe) {
        this.#toServe.delete(route)
        this.#serve(route)
      }
    } finally {
      this.#isTurn = false
    }
  }

  #serve(route: Route): void {
    for (let pump = route.readyLink(); pump !== undefined; pump = route.readyLink()) handOverNext(pump)
  }

  #seatsOf(link: string): readonly Seat[] {
    return [...this.#routes.values()].map((route) => route.seatOf(link)).filter((seat) => seat !== undefined)
  }

  #makePump(named: NamedLink): LinkPump {
    const { clock, logger, discard, mayHandOver, beforeSubmit, afterSubmit, onRoom } = this.#options
    return new LinkPump({
      id: named.id,
      link: named.link,
      clock,
      logger,
      discard,
      mayHandOver: () => mayHandOver(named.id),
      seats: this.#seatsOf(named.id),
      beforeSubmit: (item) => beforeSubmit(named, item),
      afterSubmit: (...answer) => afterSubmit(named, ...answer),
      turn: () => this.#turn(),
      onChange: onRoom,
    })
  }
}

/**
 * Hands over what a link has to send next, to this link or to another one whose turn it is. That one may have something
 * still more urgent to send, for which it may be the turn of a third link. With each step the message is more urgent,
 * so the loop ends.
 */
function handOverNext(asked: LinkPump): void {
  for (let pump = asked; ; ) {
    const choice = pump.choose()
    if (choice === undefined) return
    const first = choice.seat.route.whoseTurn(choice.item, choice.seat)
    if (first === pump) {
      pump.take(choice)
      return
    }
    pump = first
  }
}
