import type { Carrier, CarrierLink } from '@heliograph/contracts'

/** A link with its place in the deployment. */
export interface NamedLink {
  /** `<instance>/<name>`. */
  readonly id: string
  /** The carrier's instance id. */
  readonly carrier: string
  readonly link: CarrierLink
}

/** The route of messages when nothing says otherwise. */
export const DEFAULT_ROUTE = 'default'

/** All links of all carriers. */
export function nameLinks(carriers: ReadonlyMap<string, Carrier>): readonly NamedLink[] {
  return [...carriers].flatMap(([carrier, { links }]) =>
    links.map((link) => ({ id: `${carrier}/${link.name}`, carrier, link })),
  )
}

/**
 * The links of each configured route, by route; without any route, `default` takes all. Throws when a route names no existing link or `default` is
 * missing, with the names that exist.
 */
export function resolveRoutes(
  routes: Readonly<Record<string, { readonly links: readonly string[] }>>,
  links: readonly NamedLink[],
): ReadonlyMap<string, readonly NamedLink[]> {
  const names = Object.keys(routes)
  if (names.length === 0) return new Map([[DEFAULT_ROUTE, links]])
  if (!names.includes(DEFAULT_ROUTE)) throw new Error(`routes: a route named '${DEFAULT_ROUTE}' is required`)
  return new Map(names.map((name) => [name, linksOf(name, routes[name]?.links ?? [], links)]))
}

function linksOf(route: string, wanted: readonly string[], links: readonly NamedLink[]): readonly NamedLink[] {
  const found = wanted.flatMap((name) => {
    const meant = links.filter((link) => link.id === name || link.carrier === name)
    if (meant.length === 0) {
      const known = links.map((link) => link.id).join(', ') || 'none'
      throw new Error(`routes.${route}.links: no link '${name}'; links that exist: ${known}`)
    }
    return meant
  })
  return [...new Set(found)]
}
