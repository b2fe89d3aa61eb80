import type { ClientRecord, Principal } from '@heliograph/contracts'
import type { DirectoryDefaults } from './load-accounts.ts'

/**
 * The principal of commands given on the server on behalf of a client. It is not a user of the client, so that nothing
 * appears to come from one.
 */
export function operatorOf(client: ClientRecord, defaults: DirectoryDefaults): Principal {
  const { clientId, name: clientName, currency } = client
  return {
    clientId,
    clientName,
    currency,
    userId: 0,
    email: '',
    role: 'operator',
    keyId: null,
    scope: 'portal',
    priority: null,
    country: client.country ?? defaults.country,
    rateLimit: client.rateLimit ?? defaults.rateLimit,
  }
}
