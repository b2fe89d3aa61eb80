import { type RoutedMessage, Router, type RoutingRule } from './router.ts'
import type { RoutingSettings } from './routing.ts'

/** The routes and rules in effect. Rules may change at any time: a message follows those of when it is accepted. */
export class CurrentRouting {
  #settings: RoutingSettings
  #router: Router

  constructor({ routes, routing }: RoutingSettings) {
    this.#settings = { routes, routing }
    this.#router = new Router(routing)
  }

  get settings(): RoutingSettings {
    return this.#settings
  }

  /** The route of a message. `to`: E.164 digits. */
  routeFor(to: string, message: RoutedMessage): string {
    return this.#router.routeFor(to, message)
  }

  /** `routing`: rules in which `validateRoutes` finds nothing wrong, with the routes there are. */
  useRules(routing: readonly RoutingRule[]): void {
    this.#router = new Router(routing)
    this.#settings = { routes: this.#settings.routes, routing: [...routing] }
  }
}
