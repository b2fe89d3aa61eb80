import { GatewayError } from '@heliograph/contracts'
import type { Method } from '../method.ts'

/** How many contacts the client has, opted-out ones included. */
export const phonebookSize: Method = {
  name: 'phonebook_size',
  summary: 'Returns how many contacts the client has.',
  parameters: [{ name: 'key', type: 'string', meaning: 'API key.' }],
  returns: 'string',
  read({ arguments: given, request, services }) {
    return {
      credential: { kind: 'key', key: given.required('key').trim() },
      async answer(principal) {
        if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-key', 'Invalid API key')
        return String(await services.contacts.count(principal, { signal: request.signal }))
      },
    }
  },
}
