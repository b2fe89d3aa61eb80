import type { LinkGroup, LinkName, NamedLink } from './routing.ts'

/** A group of links of a route. */
export interface Stage<L extends LinkName = NamedLink> {
  readonly links: LinkGroup<L>
  /** The route under which messages wait for this group that those before it have refused. */
  readonly route: string
}

/**
 * The routes for which nodes claim messages, with the groups of their links. A route whose links may be with several
 * nodes is also there from each of its later groups on (`<route>/2` from the second): what a node with the earlier
 * groups cannot send waits under that name for the node that can.
 */
export function routeStages<L extends LinkName>(
  routes: ReadonlyMap<string, readonly LinkGroup<L>[]>,
  sets: readonly (readonly L[])[],
): ReadonlyMap<string, readonly Stage<L>[]> {
  const setOf = new Map(sets.flatMap((set) => set.map((link) => [link, set] as const)))
  return new Map(
    [...routes].flatMap(([name, groups]) => {
      const links = groups.flat().map(({ link }) => link)
      const isApart = new Set(links.map((link) => setOf.get(link))).size > 1 || links.some(({ shares }) => shares > 1)
      const stages = groups.map((group, index) => ({
        links: group,
        route: isApart && index > 0 ? `${name}/${index + 1}` : name,
      }))
      return stages.flatMap(({ route }, index) =>
        index === 0 || isApart ? [[route, stages.slice(index)] as const] : [],
      )
    }),
  )
}
