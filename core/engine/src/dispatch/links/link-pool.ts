import type { Carrier } from '@heliograph/contracts'
import type { EngineSettings } from '../../settings.ts'
import { type NamedLink, nameLinks, resolveRoutes } from '../routing/routing.ts'
import { LinkPump, type LinkPumpOptions } from './link-pump.ts'
import type { QueuedMessage } from './queued-message.ts'
import { Route } from './route.ts'

export interface LinkPoolOptions
  extends Pick<LinkPumpOptions, 'clock' | 'logger' | 'discard'>,
    Pick<EngineSettings, 'routes'> {
  readonly carriers: ReadonlyMap<string, Carrier>
  readonly beforeSubmit: (link: NamedLink, item: QueuedMessage) => Promise<void> | undefined
  readonly afterSubmit: (link: NamedLink, ...answer: Parameters<LinkPumpOptions['afterSubmit']>) => void
  /** Whether this node may use the link (`<instance>/<name>`) now. */
  readonly mayHandOver: (link: string) => boolean
  /** A link is up, or may take more than before. */
  readonly onRoom: () => void
}

/** All links with what waits for them, by route. */
export class LinkPool {
  readonly links: readonly NamedLink[]
  readonly #routes: ReadonlyMap<string, Route>
  readonly #pumps = new Map<string, LinkPump>()
  /** Links to be looked after at the end of this turn. */
  readonly #turns = new Set<LinkPump>()

  constructor(options: LinkPoolOptions) {
    this.links = nameLinks(options.carriers)
    const groups = resolveRoutes(options.routes, this.links)
    const pumpOf = (link: string) => this.#pumps.get(link)
    this.#routes = new Map([...groups].map(([name, links]) => [name, new Route(name, links, pumpOf)]))
    for (const link of this.links) this.#pumps.set(link.id, this.#makePump(link, options))
  }

  get routes(): readonly string[] {
    return [...this.#routes.keys()]
  }

  /** Names of the routes a link serves. */
  routesOf(link: string): readonly string[] {
    return [...this.#routes.values()].filter(({ links }) => links.some(({ id }) => id === link)).map(({ name }) => name)
  }

  /** True while some link of the route can take messages, or when it has none at all: those messages are to be refused, not kept. */
  isRouteOpen(route: string): boolean {
    return this.#routes.get(route)?.isOpen ?? false
  }

  hasLinks(route: string): boolean {
    return (this.#routes.get(route)?.links.length ?? 0) > 0
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
    this.#routes.get(route)?.queue.push(item)
  }

  /** Hands over what may go now. */
  pump(route: string): void {
    for (const { id } of this.#routes.get(route)?.links ?? []) this.#pumps.get(id)?.pump()
  }

  /** Whether a link of the route is left that has not refused the message. */
  hasOther(route: string, item: QueuedMessage): boolean {
    return this.#routes.get(route)?.hasOther(item) ?? false
  }

  /** Hands over nothing more; what is outstanding still comes back. */
  stop(): void {
    for (const pump of this.#pumps.values()) pump.stop()
  }

  /** Links may be used that could not be before. */
  resume(): void {
    this.#lookAfter(...this.#pumps.values())
  }

  /** Takes out all that waits of one route. */
  drainRoute(route: string): readonly QueuedMessage[] {
    return this.#routes.get(route)?.queue.drain() ?? []
  }

  /** Takes out all that waits. */
  drain(): readonly QueuedMessage[] {
    return [...this.#routes.values()].flatMap((route) => route.queue.drain())
  }

  #makePump(named: NamedLink, options: LinkPoolOptions): LinkPump {
    const { clock, logger, discard, beforeSubmit, afterSubmit, onRoom } = options
    return new LinkPump({
      id: named.id,
      link: named.link,
      clock,
      logger,
      discard,
      sources: [...this.#routes.values()]
        .map((route) => route.sourceFor(named.id))
        .filter((source) => source !== undefined),
      mayHandOver: () => options.mayHandOver(named.id),
      beforeSubmit: (item) => beforeSubmit(named, item),
      afterSubmit: (...answer) => afterSubmit(named, ...answer),
      giveWay: (to, own) => this.#lookAfter(to, own),
      onChange: () => {
        // What waited for this link may be for others now, and the other way round.
        this.#lookAfter(...this.#pumps.values())
        onRoom()
      },
    })
  }

  /** Not at once, or links that give way to each other would call each other ever deeper. */
  #lookAfter(...pumps: readonly LinkPump[]): void {
    if (this.#turns.size === 0) {
      queueMicrotask(() => {
        for (const pump of this.#turns) {
          this.#turns.delete(pump)
          pump.pump()
        }
      })
    }
    for (const pump of pumps) this.#turns.add(pump)
  }
}
