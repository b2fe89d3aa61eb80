import type { Schemas } from '../../api/client.ts'

/** Adapters that serve pages, and no messages come by. */
const WITHOUT_MESSAGES: ReadonlySet<string> = new Set(['portal-web', 'docs-web', 'subscription-web'])

/** Messages that people send from these pages, one by one and from lists. */
const PORTAL_ORIGINS = ['portal', 'upload'] as const

/** Messages that the gateway sends on its own. */
const OWN_ORIGINS = ['auto-reply', 'opt-out-confirmation', 'opt-in-confirmation', 'forward'] as const

/** What messages may have come by, as their `origin` says: the adapters of the deployment, then the gateway itself. */
export function originsOf(interfaces: readonly Pick<Schemas['Interface'], 'adapter'>[]): readonly string[] {
  const adapters = interfaces.map(({ adapter }) => adapter).filter((adapter) => !WITHOUT_MESSAGES.has(adapter))
  const origins = adapters.flatMap((adapter) => (adapter === 'portal-api' ? PORTAL_ORIGINS : adapter))
  return [...new Set([...origins, ...OWN_ORIGINS])]
}
