import type { PriorityName } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * The conditions that a message must meet for a rule to fit. All given conditions must hold.
 * @stability experimental
 */
export interface RuleConditions {
  /** The recipient begins with one of these digits (E.164 without `+`). */
  readonly to?: readonly string[] | undefined
  /** The recipient is in one of these countries (ISO 3166-1 alpha-2). */
  readonly country?: readonly string[] | undefined
  /** It goes out from one of these channels (by address). */
  readonly sender?: readonly string[] | undefined
  /** It belongs to one of these clients. */
  readonly client?: readonly number[] | undefined
  readonly priority?: readonly PriorityName[] | undefined
  readonly parts?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined
}

/** @stability experimental */
export type RuleCondition = keyof RuleConditions

/** @stability experimental */
export interface RoutingRule {
  /** A name for people to read. */
  readonly name: string | null
  readonly when: RuleConditions
  readonly route: string
}

/** A link of a route. @stability experimental */
export interface RoutedLink {
  /** `<instance>/<name>`. */
  readonly link: string
  readonly weight: number
  /** Its share of the parts that its group sends while all of its links have room, 0 to 1. */
  readonly share: number
}

/** Groups of links in the order in which they are tried. @stability experimental */
export type RoutedLinks = readonly (readonly RoutedLink[])[]

/** The routing of this deployment, as configured. @stability experimental */
export interface RoutingTable {
  /** In order: the first rule that fits decides the route. */
  readonly rules: readonly RoutingRule[]
  /** Includes `default`, which is used when no rule fits. */
  readonly routes: readonly { readonly name: string; readonly groups: RoutedLinks }[]
}

/**
 * A message whose route is to be explained. Fields left out have the values that most messages have.
 * @stability experimental
 */
export interface RouteQuestion {
  /** In any international form. */
  readonly to: string
  readonly clientId: number
  /** Address of the channel. Default: none, so that no rule about senders fits. */
  readonly sender?: string | undefined
  /** Default NORMAL. */
  readonly priority?: PriorityName | undefined
  /** Default 1. */
  readonly parts?: number | undefined
}

/** One rule that was checked. @stability experimental */
export interface ExplainedRule {
  /** Position in the configuration, from 0. */
  readonly index: number
  readonly name: string | null
  readonly route: string
  /** Conditions that the message does not meet, by their names in the configuration; none for the rule that fits. */
  readonly unmet: readonly RuleCondition[]
}

/** How the route of a message is chosen. @stability experimental */
export interface RouteExplanation {
  /** E.164 digits. */
  readonly to: string
  /** ISO 3166-1 alpha-2 code of the recipient's country, null for a number of no country. */
  readonly country: string | null
  /** Rules in order up to the one that fits; all of them when none does, and the route is `default`. */
  readonly rules: readonly ExplainedRule[]
  readonly route: string
  readonly groups: RoutedLinks
}

/**
 * Which messages take which links, for operators; throws `forbidden`/`not-allowed` for others. Answers by the
 * configuration of the node that is asked.
 * @stability experimental
 */
export interface Routing {
  table(principal: Principal): Promise<RoutingTable>
  /** Sends nothing. Throws `invalid`/`invalid-number` when `to` is not a number. */
  explain(principal: Principal, question: RouteQuestion): Promise<RouteExplanation>
}

export const Routing: ServiceToken<Routing> = defineService('heliograph.routing')
