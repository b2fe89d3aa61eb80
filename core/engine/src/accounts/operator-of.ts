import type { ClientRecord, Principal } from '@heliograph/contracts'
import type { DirectoryDefaults } from './load-accounts.ts'

/** Whoever gives commands on the server, on behalf of a client: no user of it, so that nothing is told to come from one. */
export function operatorOf(client: ClientRecord, defaults: DirectoryDefaults): Principal {
  const { clientId, name: clientName, currency } = client
  return {
    ...{ clientId, clientName, currency },
    ...{ userId: 0, email: '', role: 'operator', keyId: null, priority: null },
    country: client.country ?? defaults.country,
    rateLimit: client.rateLimit ?? defaults.rateLimit,
  }
}
