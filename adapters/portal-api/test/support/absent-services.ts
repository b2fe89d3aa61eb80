import {
  AlertNotices,
  GatewayError,
  PortalPages,
  type ProvidedService,
  ReportMails,
  type ServiceToken,
} from '@heliograph/contracts'
import { createMemoryEngine } from '@heliograph/testkit'
import { portalDependencies } from '../../src/services.ts'
import { samplePages } from './sample-pages.ts'

/** The pages of a plugin, and what background work asks for at each start: there is nothing to do. */
const SUBSTITUTES: readonly ProvidedService[] = [
  { token: PortalPages, service: samplePages },
  { token: AlertNotices, service: { take: async () => [], settle: async () => {} } },
  { token: ReportMails, service: { take: async () => [], settle: async () => {} } },
]

/**
 * The services that the API needs and the engine double does not have; what they do is tested on the engine itself.
 * Every call of one is answered as not found.
 */
export const ABSENT_SERVICES: readonly ProvidedService[] = [...SUBSTITUTES, ...absentServices()]

function absentServices(): readonly ProvidedService[] {
  const present = new Set([...createMemoryEngine().services, ...SUBSTITUTES].map(({ token }) => token.id))
  return Object.values<ServiceToken<unknown>>(portalDependencies)
    .filter(({ id }) => !present.has(id))
    .map((token) => ({ token, service: findsNothing(token) }))
}

function findsNothing(token: ServiceToken<unknown>): object {
  const fails = async () => {
    throw new GatewayError('not-found', 'no-such-service', `There is no ${String(token)} here`)
  }
  return new Proxy({}, { get: () => fails })
}
