import {
  PRIORITIES,
  type RoutedLink,
  type RouteExplanation,
  type RouteQuestion,
  type RoutingTable,
} from '@heliograph/contracts'
import { Router } from './router.ts'
import { type LinkGroup, type LinkName, type RoutingSettings, resolveRoutes } from './routing.ts'

/**
 * Explains which route a message takes and why. Pure. `settings` are those of the configuration, without problems
 * (`validateRoutes`); the recipient is in E.164 digits.
 */
export function explainRoute(
  settings: RoutingSettings,
  links: readonly LinkName[],
  question: RouteQuestion,
): RouteExplanation {
  const { to, clientId, sender = '', priority = 'NORMAL', parts = 1 } = question
  const message = { clientId, sender, priority: PRIORITIES[priority], parts }
  const router = new Router(settings.routing)
  const route = router.routeFor(to, message)
  const last = router.findRule(to, message) ?? settings.routing.length - 1
  const rules = settings.routing.slice(0, last + 1).map((rule, index) => ({
    index,
    name: rule.name ?? null,
    route: rule.route,
    unmet: router.unmet(index, to, message),
  }))
  const groups = resolveRoutes(settings.routes, links).get(route) ?? []
  return { to, country: router.countryOf(to) ?? null, rules, route, groups: groups.map(withShares) }
}

/** All rules and routes. Pure, as above. */
export function routingTable(settings: RoutingSettings, links: readonly LinkName[]): RoutingTable {
  const routes = [...resolveRoutes(settings.routes, links)]
  return {
    rules: settings.routing.map(({ name = null, when, route }) => ({ name, when, route })),
    routes: routes.map(([name, groups]) => ({ name, groups: groups.map(withShares) })),
  }
}

function withShares(group: LinkGroup<LinkName>): readonly RoutedLink[] {
  const total = group.reduce((sum, { weight }) => sum + weight, 0)
  return group.map(({ link, weight }) => ({ link: link.id, weight, share: weight / total }))
}
