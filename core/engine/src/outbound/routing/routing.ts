import type { Carrier, CarrierLink } from '@heliograph/contracts'
import { callingCodeOf, formatLinkId } from '@heliograph/messaging'
import type { EngineSettings } from '../../settings.ts'
import { DEFAULT_ROUTE, type RoutingRule } from './router.ts'

/** A link by name, for code that needs no more of it. */
export interface LinkName {
  /** `<instance>/<name>`. */
  readonly id: string
  /** The carrier's instance id. */
  readonly carrier: string
  /** Into how many shares it is divided among nodes; 1: one node has it at a time. */
  readonly shares: number
}

/** A link with its place in the deployment. */
export interface NamedLink extends LinkName {
  readonly link: CarrierLink
}

/** A link of a route with its share. */
export interface WeightedLink<L extends LinkName = NamedLink> {
  readonly link: L
  /** 1 or more. */
  readonly weight: number
}

/** Links that share the messages of a route; the next group gets what this one cannot send. */
export type LinkGroup<L extends LinkName = NamedLink> = readonly WeightedLink<L>[]

/** The sections of the settings that determine how messages find their links. */
export type RoutingSettings = Pick<EngineSettings, 'routes' | 'routing'>

type RouteSettings = EngineSettings['routes'][string]
type LinkChoice = RouteSettings['links'][number]

/** All links of all carriers. */
export function nameLinks(carriers: ReadonlyMap<string, Carrier>): readonly NamedLink[] {
  return [...carriers].flatMap(([carrier, { links }]) =>
    links.map((link) => ({ id: formatLinkId(carrier, link.name), carrier, shares: link.shares ?? 1, link })),
  )
}

/** The names of all routes. */
export function routeNames(routes: EngineSettings['routes']): readonly string[] {
  const names = Object.keys(routes)
  return names.length > 0 ? names : [DEFAULT_ROUTE]
}

/**
 * The groups of links of each route in the order in which they are tried; without any route, `default` takes all links
 * alike. A link that several groups name belongs to the first. To be called with settings in which `validateRoutes`
 * finds nothing wrong.
 */
export function resolveRoutes<L extends LinkName>(
  routes: EngineSettings['routes'],
  links: readonly L[],
): ReadonlyMap<string, readonly LinkGroup<L>[]> {
  const entries = Object.entries(routes)
  if (entries.length === 0) return new Map([[DEFAULT_ROUTE, [links.map((link) => ({ link, weight: 1 }))]]])
  return new Map(entries.map(([name, route]) => [name, groupsOf(route, links)]))
}

/**
 * What is wrong with routes and rules, one line for each mistake, with what exists instead: links that do not exist, or
 * that share messages but are divided among nodes in different ways, no route `default`, rules that name unknown routes
 * or countries or that can never fit. Empty when all is well. `absent` are instances that the gateway runs without, so
 * that their links are not known; a route may name them as long as it has another link.
 */
export function validateRoutes(
  settings: RoutingSettings,
  links: readonly LinkName[],
  absent: readonly string[] = [],
): readonly string[] {
  const names = Object.keys(settings.routes)
  const problems = Object.entries(settings.routes).flatMap(([name, route]) => routeProblems(name, route, links, absent))
  if (names.length > 0 && !names.includes(DEFAULT_ROUTE)) {
    problems.push(`routes: a route named '${DEFAULT_ROUTE}' is required`)
  }
  const known = routeNames(settings.routes)
  return [
    ...problems,
    ...divisionProblems(settings.routes, links),
    ...settings.routing.flatMap((rule, index) => ruleProblems(rule, index, known)),
  ]
}

function groupsOf<L extends LinkName>(route: RouteSettings, links: readonly L[]): readonly LinkGroup<L>[] {
  const taken = new Set<L>()
  const groups = [route.links, ...(route.fallbacks ?? [])].map((group) =>
    group.flatMap((choice) => {
      const { link: name, weight } = readChoice(choice)
      const found = links.filter((link) => isMeant(link, name) && !taken.has(link))
      for (const link of found) taken.add(link)
      return found.map((link) => ({ link, weight }))
    }),
  )
  // Leaves out a group whose links all belong to an absent instance.
  return groups.filter((group) => group.length > 0)
}

function readChoice(choice: LinkChoice): { readonly link: string; readonly weight: number } {
  return typeof choice === 'string' ? { link: choice, weight: 1 } : choice
}

function isMeant(link: LinkName, name: string): boolean {
  return link.id === name || link.carrier === name
}

function routeProblems(
  route: string,
  settings: RouteSettings,
  links: readonly LinkName[],
  absent: readonly string[],
): string[] {
  const known = links.map((link) => link.id).join(', ') || 'none'
  const groups: [string, readonly LinkChoice[]][] = [
    [`routes.${route}.links`, settings.links],
    ...(settings.fallbacks ?? []).map((group, index): [string, readonly LinkChoice[]] => [
      `routes.${route}.fallbacks[${index}]`,
      group,
    ]),
  ]
  const isThere = (name: string) => links.some((link) => isMeant(link, name))
  const isAbsent = (name: string) => absent.some((id) => name === id || name.startsWith(`${id}/`))
  const named = groups.flatMap(([path, group]) => group.map((choice) => ({ path, name: readChoice(choice).link })))
  const unknown = named
    .filter(({ name }) => !isThere(name) && !isAbsent(name))
    .map(({ path, name }) => `${path}: no link '${name}'; links that exist: ${known}`)
  if (unknown.length > 0 || named.some(({ name }) => isThere(name))) return unknown
  return named.map(
    ({ path, name }) => `${path}: '${name}' belongs to an instance that is left out; links that exist: ${known}`,
  )
}

/** Only a node with all links of a group can share messages among them, so they have to be divided alike. */
function divisionProblems(routes: EngineSettings['routes'], links: readonly LinkName[]): readonly string[] {
  return [...resolveRoutes(routes, links)].flatMap(([route, groups]) =>
    groups.flatMap((group) => {
      if (new Set(group.map(({ link }) => link.shares)).size <= 1) return []
      const found = group.map(({ link }) => `${link.id} ${link.shares}`).join(', ')
      return [`routes.${route}: links for different numbers of \`nodes\` cannot be in one group: ${found}`]
    }),
  )
}

function ruleProblems(rule: RoutingRule, index: number, routes: readonly string[]): string[] {
  const path = `routing[${index}]`
  const { country = [], parts } = rule.when
  const problems = country
    .filter((code) => callingCodeOf(code) === undefined)
    .map((code) => `${path}.when.country: no country '${code}'`)
  if (parts?.min !== undefined && parts.max !== undefined && parts.min > parts.max) {
    problems.push(`${path}.when.parts: min is above max, so no message matches`)
  }
  if (!routes.includes(rule.route)) {
    problems.push(`${path}.route: no route '${rule.route}'; routes that exist: ${routes.join(', ')}`)
  }
  return problems
}
