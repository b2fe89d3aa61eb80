import { GatewayError } from '@heliograph/contracts'
import { admitKey } from '@heliograph/wire'
import type { Method } from '../method.ts'

/** How many contacts the client has, opted-out ones included. */
export const phonebookSize: Method = {
  name: 'phonebook_size',
  summary: 'Returns how many contacts the client has.',
  parameters: [{ name: 'key', type: 'string', meaning: 'API key.' }],
  returns: 'string',
  async call({ arguments: given, request, requestsPerMinute, services }) {
    const principal = await admitKey(services, given.required('key').trim(), request, requestsPerMinute)
    if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-key', 'Invalid API key')
    return String(await services.contacts.count(principal, { signal: request.signal }))
  },
}
