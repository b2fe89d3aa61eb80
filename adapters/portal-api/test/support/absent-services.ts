import { AlertNotices, GatewayError, type ProvidedService, ReportMails, type ServiceToken } from '@heliograph/contracts'
import { createMemoryEngine } from '@heliograph/testkit'
import { portalDependencies } from '../../src/services.ts'

/** Background work asks for these at each start: there is nothing to do. */
const NOTHING_TO_DO: readonly ProvidedService[] = [
  { token: AlertNotices, service: { take: async () => [], settle: async () => {} } },
  { token: ReportMails, service: { take: async () => [], settle: async () => {} } },
]

/**
 * The services that the API needs and the engine double does not have; what they do is tested on the engine itself.
 * Every call of one is answered as not found.
 */
export const ABSENT_SERVICES: readonly ProvidedService[] = [...NOTHING_TO_DO, ...absentServices()]

function absentServices(): readonly ProvidedService[] {
  const present = new Set([...createMemoryEngine().services, ...NOTHING_TO_DO].map(({ token }) => token.id))
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
