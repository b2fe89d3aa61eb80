import type { Clock } from '@heliograph/contracts'
import type { LinkSet } from '../../ownership/link-leases.ts'
import type { LinkShare } from '../../ownership/link-share.ts'
import type { NamedLink } from '../routing/routing.ts'

/** How long closing a link waits for outstanding answers. */
const CLOSE_MS = 6_000
/** How long a network that refused the login is left alone when the carrier does not say. */
const REFUSED_MS = 300_000

/**
 * Links that are leased together, as the leases see them: a set for each share. The first shares of all come first, so
 * that nodes that take their part of the sets have something of each.
 */
export function toLinkSets(sets: readonly (readonly NamedLink[])[], clock: Clock): readonly LinkSet[] {
  return sets.flatMap((members) => toShares(members, clock)).sort((a, b) => a.share.number - b.share.number)
}

function toShares(members: readonly NamedLink[], clock: Clock): readonly LinkSet[] {
  const of = members[0]?.shares ?? 1
  const used = members.map((member) => ({ ...member, open: new Set<number>() }))
  return Array.from({ length: of }, (_, index) => toLinkSet(used, { number: index + 1, of }, clock))
}

/** A link with the numbers of those of its shares that this node uses. */
interface UsedLink extends NamedLink {
  readonly open: Set<number>
}

function toLinkSet(members: readonly UsedLink[], share: LinkShare, clock: Clock): LinkSet {
  const { number } = share
  return {
    links: members.map(({ id }) => id).sort(),
    share,
    up: () => members.filter(({ link }) => link.isUp()).map(({ id }) => id),
    open: (mayOpen) => {
      for (const { id, link, open } of members) if (mayOpen(id)) link.open?.(open.add(number).size)
    },
    refused: () => new Map(members.flatMap(({ id, link }) => refusalOf(id, link))),
    close: async () => {
      const patience = new AbortController()
      const cancel = clock.after(CLOSE_MS, () => patience.abort())
      await Promise.all(
        members.map(({ link, open }) => {
          open.delete(number)
          return link.close?.(patience.signal, open.size)
        }),
      )
      cancel()
    },
  }
}

function refusalOf(id: string, link: NamedLink['link']): readonly (readonly [string, number])[] {
  const { state, retryInMs = REFUSED_MS } = link.status?.() ?? {}
  return state === 'refused' && retryInMs > 0 ? [[id, retryInMs]] : []
}
