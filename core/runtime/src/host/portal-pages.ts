import { callPageEndpoint } from '@heliograph/config'
import { GatewayError, type PortalPage, type PortalPages } from '@heliograph/contracts'
import { pagePath } from '@heliograph/http'
import type { Instance } from './instance.ts'
import { outOfService } from './request-errors.ts'

/** The pages of a plugin; an adapter has none. */
export function pagesOf({ part }: Pick<Instance, 'part'>): readonly PortalPage[] {
  return part.kind === 'plugin' ? (part.plugin.pages ?? []) : []
}

/** Creates the `PortalPages` service of a host. */
export function createPortalPages(instances: () => readonly Instance[]): PortalPages {
  /** Those whose routes are served here. */
  const shown = () => instances().filter(({ state }) => state !== 'failed' && state !== 'idle' && state !== 'out')
  return {
    list: () =>
      shown().flatMap((instance) =>
        pagesOf(instance).map(({ id, title, icon, roles }) => {
          const { id: instanceId } = instance
          return { instanceId, id, title, icon, roles, path: pagePath(instanceId, id) }
        }),
      ),
    async call(principal, { instanceId, ...request }) {
      const instance = instances().find(({ id }) => id === instanceId)
      if (instance === undefined) throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
      const { guard } = instance
      if (guard.isOut) throw outOfService()
      return guard.run(() => callPageEndpoint(pagesOf(instance), principal, request))
    },
  }
}
