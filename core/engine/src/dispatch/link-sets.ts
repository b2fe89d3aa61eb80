import type { Clock } from '@heliograph/contracts'
import type { LinkSet } from '../nodes/link-leases.ts'
import type { NamedLink } from './routing/routing.ts'

/** How long closing a link waits for the answers of what is out. */
const CLOSE_MS = 6_000

/** Groups links that share a route, directly or through others. */
export function linkSets(
  links: readonly NamedLink[],
  routesOf: (link: string) => readonly string[],
  clock: Clock,
): readonly LinkSet[] {
  const setOfRoute = new Map<string, Set<NamedLink>>()
  const sets = new Set<Set<NamedLink>>()
  for (const link of links) {
    const routes = routesOf(link.id)
    const joined = new Set<NamedLink>([link])
    for (const other of new Set(routes.map((route) => setOfRoute.get(route)))) {
      if (other === undefined) continue
      for (const member of other) joined.add(member)
      sets.delete(other)
    }
    sets.add(joined)
    for (const member of joined) for (const route of routesOf(member.id)) setOfRoute.set(route, joined)
  }
  return [...sets].map((members) => toLinkSet([...members], clock))
}

function toLinkSet(members: readonly NamedLink[], clock: Clock): LinkSet {
  return {
    links: members.map(({ id }) => id).sort(),
    isUp: () => members.some(({ link }) => link.isUp()),
    open: () => {
      for (const { link } of members) link.open?.()
    },
    close: async () => {
      const patience = new AbortController()
      const cancel = clock.after(CLOSE_MS, () => patience.abort())
      await Promise.all(members.map(({ link }) => link.close?.(patience.signal)))
      cancel()
    },
  }
}
