import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'

const listSenders = defineEndpoint({
  method: 'GET',
  path: '/senders',
  id: 'listSenders',
  summary: 'List available senders',
  roles: ROLES,
  answer: Type.Object(
    {
      records: Type.Array(
        Type.Object(
          {
            address: Type.String({ description: 'Address of the channel: the `from` of a message.' }),
            shownAs: Type.String({ description: 'Sender as recipients see it.' }),
            kind: Type.Enum(['number', 'sender'], { description: '`sender`: alphanumeric; recipients cannot reply.' }),
            isDefault: Type.Boolean({ description: 'Whether messages without a `from` are sent from here.' }),
          },
          { title: 'Sender' },
        ),
      ),
      next: nullable(Type.Integer()),
    },
    { title: 'SenderList' },
  ),
  async handle({ services }, { principal }) {
    const senders = await services.channels.sendersOf(principal)
    return { records: senders.map(({ channelId: _, ...sender }) => sender), next: null }
  },
})

/** The senders that messages can go out from. */
export const senderEndpoints = [listSenders]
