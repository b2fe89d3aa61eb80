import type { LinkGroup, LinkName } from './routing.ts'

/**
 * Groups links that are leased together: those of one group of a route, because they share its messages, and with the
 * first group of its routes those that only these routes fall back to. What routes with different first links fall back
 * to is leased on its own, so that it does not bring all of them to one node, and so is what is divided among nodes in
 * another way than the first group.
 */
export function findLinkSets<L extends LinkName>(
  routes: readonly (readonly LinkGroup<L>[])[],
  links: readonly L[],
): readonly (readonly L[])[] {
  const sets = new DisjointSets(links)
  for (const group of routes.flat())
    for (const { link } of group) sets.join((group[0] as { readonly link: L }).link, link)
  for (const [link, firsts] of firstLinks(routes, sets)) {
    const [first] = firsts
    if (firsts.size === 1 && first?.shares === link.shares) sets.join(first, link)
  }
  return sets.all()
}

/** For a link of each set, those of the sets from which the routes of the set start. */
function firstLinks<L extends LinkName>(
  routes: readonly (readonly LinkGroup<L>[])[],
  sets: DisjointSets<L>,
): ReadonlyMap<L, ReadonlySet<L>> {
  const found = new Map<L, Set<L>>()
  for (const groups of routes) {
    const first = groups[0]?.[0]?.link
    if (first === undefined) continue
    for (const { link } of groups.flat()) {
      const own = sets.nameOf(link)
      const known = found.get(own)
      if (known === undefined) found.set(own, new Set([sets.nameOf(first)]))
      else known.add(sets.nameOf(first))
    }
  }
  return found
}

/** Each item is in one set; joining makes two sets one. */
class DisjointSets<T> {
  readonly #sets: Map<T, Set<T>>

  constructor(items: readonly T[]) {
    this.#sets = new Map(items.map((item) => [item, new Set([item])]))
  }

  /** One of the items of the set, always the same until it is joined with another. */
  nameOf(item: T): T {
    const [name] = this.#of(item)
    return name as T
  }

  join(one: T, other: T): void {
    const [small, large] = [this.#of(one), this.#of(other)].sort((a, b) => a.size - b.size) as [Set<T>, Set<T>]
    if (small === large) return
    for (const item of small) {
      large.add(item)
      this.#sets.set(item, large)
    }
  }

  all(): readonly (readonly T[])[] {
    return [...new Set(this.#sets.values())].map((set) => [...set])
  }

  #of(item: T): Set<T> {
    return this.#sets.get(item) as Set<T>
  }
}
