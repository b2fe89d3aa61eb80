import type { Clock } from '@heliograph/contracts'
import type { LinkSet } from '../../ownership/link-leases.ts'
import type { NamedLink } from '../routing/routing.ts'

/** How long closing a link waits for outstanding answers. */
const CLOSE_MS = 6_000
/** How long a network that refused the login is left alone when the carrier does not say. */
const REFUSED_MS = 300_000

/** Groups links that share a route, directly or through others. */
export function linkSets(
  links: readonly NamedLink[],
  routesOf: (link: string) => readonly string[],
  clock: Clock,
): readonly LinkSet[] {
  const linksOf = new Map<string, NamedLink[]>()
  for (const link of links) {
    for (const route of routesOf(link.id)) {
      const known = linksOf.get(route)
      if (known === undefined) linksOf.set(route, [link])
      else known.push(link)
    }
  }
  const left = new Set(links)
  const sets: LinkSet[] = []
  for (const link of left) sets.push(toLinkSet(takeConnected(link, left, linksOf, routesOf), clock))
  return sets
}

/** Takes a link, and all links that share routes with it, out of those that are left. */
function takeConnected(
  first: NamedLink,
  left: Set<NamedLink>,
  linksOf: Map<string, readonly NamedLink[]>,
  routesOf: (link: string) => readonly string[],
): readonly NamedLink[] {
  const members = [first]
  left.delete(first)
  for (const member of members) {
    for (const route of routesOf(member.id)) {
      for (const link of linksOf.get(route) ?? []) if (left.delete(link)) members.push(link)
      linksOf.delete(route)
    }
  }
  return members
}

function toLinkSet(members: readonly NamedLink[], clock: Clock): LinkSet {
  return {
    links: members.map(({ id }) => id).sort(),
    isUp: () => members.some(({ link }) => link.isUp()),
    open: (mayOpen) => {
      for (const { id, link } of members) if (mayOpen(id)) link.open?.()
    },
    refused: () => new Map(members.flatMap(({ id, link }) => refusalOf(id, link))),
    close: async () => {
      const patience = new AbortController()
      const cancel = clock.after(CLOSE_MS, () => patience.abort())
      await Promise.all(members.map(({ link }) => link.close?.(patience.signal)))
      cancel()
    },
  }
}

function refusalOf(id: string, link: NamedLink['link']): readonly (readonly [string, number])[] {
  const { state, retryInMs = REFUSED_MS } = link.status?.() ?? {}
  return state === 'refused' && retryInMs > 0 ? [[id, retryInMs]] : []
}
