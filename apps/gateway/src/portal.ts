import type { Host } from '@heliograph/runtime'

/** Where the portal is, for people. */
export interface PortalLinks {
  readonly url: string
  /** Link that logs the demo's user in, once and within 15 minutes; present only in the demo. */
  readonly logInLink?: string | undefined
}

/** The address of the portal on a gateway; undefined when no instance serves it. */
export function portalOf({ adapters, listeners, publicUrl }: Host): string | undefined {
  if (!listeners.has('http')) return undefined
  const isServed = [...adapters.values()].some((adapter) => adapter.routes?.some(({ path }) => path === '/portal/*'))
  return isServed ? `${publicUrl}/portal/` : undefined
}

/**
 * A link that logs a user in. The token follows the `#`, because browsers never send that part. `to`: the page that
 * follows, below `/portal`; default the first one.
 */
export function logInLinkOf(publicUrl: string, token: string, to?: string): string {
  return `${publicUrl}/portal/log-in${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}#${token}`
}
