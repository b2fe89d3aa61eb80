import { GatewayError } from '@heliograph/contracts'
import type { Method } from '../method.ts'

/** The newest key for sending of a user who logs in with a password. */
export const getApiKey: Method = {
  name: 'get_api_key',
  summary: 'Returns the API key of a user.',
  parameters: [
    { name: 'email_address', type: 'string', meaning: "The user's e-mail." },
    { name: 'password', type: 'string', meaning: "The user's password." },
    { name: 'clientid', type: 'int', meaning: 'The client of the user.' },
  ],
  returns: 'string',
  read({ arguments: given, request, services: { keys } }) {
    const attempt = {
      origin: 'soap',
      account: given.required('email_address').trim(),
      password: given.required('password'),
      clientId: given.whole('clientid'),
      address: request.remoteAddress,
    }
    return {
      credential: { kind: 'login', attempt },
      async answer(principal) {
        // A wrong field and too many failures get the same answer, so that it does not reveal which accounts exist.
        if (principal === undefined) {
          throw new GatewayError('unauthenticated', 'invalid-login', 'Invalid email address, password or clientid')
        }
        const key = await keys.newestKey(principal)
        if (key === undefined) throw new GatewayError('forbidden', 'no-api-key', 'This user has no API key')
        return key
      },
    }
  },
}
