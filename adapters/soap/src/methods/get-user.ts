import type { Method } from '../method.ts'

/** The user that a key belongs to. */
export const getUser: Method = {
  name: 'get_user',
  summary: 'Returns the user of an API key with client and channel; nothing for a key that is not good.',
  parameters: [{ name: 'api_key', type: 'string', meaning: 'API key.' }],
  returns: {
    name: 'UserInfo',
    fields: [
      { name: 'clientid', type: 'int', meaning: 'The client.' },
      { name: 'client_name', type: 'string', meaning: 'Its name.' },
      { name: 'userid', type: 'int', meaning: 'The user.' },
      { name: 'user_email', type: 'string', meaning: "The user's e-mail." },
      { name: 'channel', type: 'string', meaning: 'Number or sender that messages go out from; empty without one.' },
    ],
  },
  read({ arguments: given, services }) {
    return {
      credential: { kind: 'key', key: given.text('api_key')?.trim() ?? '' },
      async answer(principal) {
        if (principal === undefined) return []
        const channel = await services.channels.defaultOf(principal)
        const { clientId, clientName, email, userId } = principal
        return [
          {
            clientid: clientId,
            client_name: clientName,
            userid: userId,
            user_email: email,
            channel: channel?.address ?? '',
          },
        ]
      },
    }
  },
}
