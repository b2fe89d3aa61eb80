import { PRIORITIES, type PriorityName } from '@heliograph/contracts'
import { Router, type RuleCondition } from './router.ts'
import { type LinkName, type RoutingSettings, resolveRoutes } from './routing.ts'

/** A message whose route is asked for. What is left out is read as what most messages have. */
export interface RouteQuestion {
  /** E.164 digits. */
  readonly to: string
  readonly clientId: number
  /** Address of the channel. Default: none, which no rule about senders fits. */
  readonly sender?: string | undefined
  /** Default NORMAL. */
  readonly priority?: PriorityName | undefined
  /** Default 1. */
  readonly parts?: number | undefined
}

/** One rule that was looked at. */
export interface ExplainedRule {
  /** Position in `routing`, from 0. */
  readonly index: number
  readonly name: string | null
  readonly route: string
  /** Conditions that the message does not meet, by their names in the configuration; none for the rule that fits. */
  readonly unmet: readonly RuleCondition[]
}

export interface ExplainedLink {
  /** `<instance>/<name>`. */
  readonly link: string
  readonly weight: number
  /** Of the parts its group sends while all of its links have room, 0 to 1. */
  readonly share: number
}

/** How the route of a message comes about. */
export interface RouteExplanation {
  /** ISO 3166 code of the recipient, null for a number of no country. */
  readonly country: string | null
  /** Rules in order up to the one that fits; all of them when none does, and the route is `default`. */
  readonly rules: readonly ExplainedRule[]
  readonly route: string
  /** Groups of links in the order in which they are tried. */
  readonly groups: readonly (readonly ExplainedLink[])[]
}

/** Explains which route a message takes and why. Pure; `settings` as they are in the configuration, without problems (`validateRoutes`). */
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
  return { country: router.countryOf(to) ?? null, rules, route, groups: groups.map(withShares) }
}

function withShares(group: readonly { readonly link: LinkName; readonly weight: number }[]): readonly ExplainedLink[] {
  const total = group.reduce((sum, { weight }) => sum + weight, 0)
  return group.map(({ link, weight }) => ({ link: link.id, weight, share: weight / total }))
}
