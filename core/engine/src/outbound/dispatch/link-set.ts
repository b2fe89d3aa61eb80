import type { Clock } from '@heliograph/contracts'
import type { LinkSet } from '../../ownership/link-leases.ts'
import type { NamedLink } from '../routing/routing.ts'

/** How long closing a link waits for outstanding answers. */
const CLOSE_MS = 6_000
/** How long a network that refused the login is left alone when the carrier does not say. */
const REFUSED_MS = 300_000

/** Links that are leased together, as the leases see them. */
export function toLinkSet(members: readonly NamedLink[], clock: Clock): LinkSet {
  return {
    links: members.map(({ id }) => id).sort(),
    up: () => members.filter(({ link }) => link.isUp()).map(({ id }) => id),
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
