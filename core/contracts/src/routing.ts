import type { PriorityName } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What a message must be like for a rule to fit. All that is given must hold. */
export interface RuleConditions {
  /** The recipient begins with one of these digits (E.164 without `+`). */
  readonly to?: readonly string[] | undefined
  /** The recipient is in one of these countries (ISO 3166-1 alpha-2). */
  readonly country?: readonly string[] | undefined
  /** It goes out from one of these channels (by address). */
  readonly sender?: readonly string[] | undefined
  /** It is of one of these clients. */
  readonly client?: readonly number[] | undefined
  readonly priority?: readonly PriorityName[] | undefined
  readonly parts?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined
}

export type RuleCondition = keyof RuleConditions

export interface RoutingRule {
  /** For people. */
  readonly name: string | null
  readonly when: RuleConditions
  readonly route: string
}

/** A link of a route. */
export interface RoutedLink {
  /** `<instance>/<name>`. */
  readonly link: string
  readonly weight: number
  /** Of the parts its group sends while all of its links have room, 0 to 1. */
  readonly share: number
}

/** Groups of links in the order in which they are tried. */
export type RoutedLinks = readonly (readonly RoutedLink[])[]

/** How this deployment is configured to route. */
export interface RoutingTable {
  /** In order: the first that fits gives the route. */
  readonly rules: readonly RoutingRule[]
  /** `default` among them, which is for what no rule fits. */
  readonly routes: readonly { readonly name: string; readonly groups: RoutedLinks }[]
}

/** A message whose route is asked for. What is left out is read as what most messages have. */
export interface RouteQuestion {
  /** In any international form. */
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
  /** Position in the configuration, from 0. */
  readonly index: number
  readonly name: string | null
  readonly route: string
  /** Conditions that the message does not meet, by their names in the configuration; none for the rule that fits. */
  readonly unmet: readonly RuleCondition[]
}

/** How the route of a message comes about. */
export interface RouteExplanation {
  /** E.164 digits. */
  readonly to: string
  /** ISO 3166-1 alpha-2 code of the recipient, null for a number of no country. */
  readonly country: string | null
  /** Rules in order up to the one that fits; all of them when none does, and the route is `default`. */
  readonly rules: readonly ExplainedRule[]
  readonly route: string
  readonly groups: RoutedLinks
}

/** Which messages take which links, for operators; throws `forbidden`/`not-allowed` for others. As the node is configured that answers. */
export interface Routing {
  table(principal: Principal): Promise<RoutingTable>
  /** Sends nothing. Throws `invalid`/`invalid-number` when `to` is no number. */
  explain(principal: Principal, question: RouteQuestion): Promise<RouteExplanation>
}

export const Routing: ServiceToken<Routing> = defineService('heliograph.routing')
