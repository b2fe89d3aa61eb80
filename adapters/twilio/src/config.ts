import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** A Messaging Service: senders under one name. */
const serviceSchema = Type.Object(
  {
    sid: Type.String({
      pattern: '^MG[0-9a-fA-F]{32}$',
      description: 'The `MessagingServiceSid` that programs send; any will do, so that programs can keep theirs.',
    }),
    senders: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description:
        'Channels by their addresses. Each recipient gets messages from one of them, always the same as long as it is enabled. A client uses those that are its own.',
    }),
  },
  { additionalProperties: false },
)

/** Configuration of an instance of Twilio's interface. */
export const twilioConfigSchema = Type.Object(
  {
    requestsPerMinute,
    sidSecret: Type.Optional(
      Type.String({
        secret: true,
        minLength: 16,
        description:
          'Secret that sids are made with, so that they show neither ids nor how many messages there are; the same on all nodes. After a change of the secret, sids that were handed out before are unknown. Without it, anyone who reads this code can read them.',
      }),
    ),
    services: Type.Array(serviceSchema, { default: [], description: 'Messaging Services.' }),
  },
  { additionalProperties: false },
)

export type TwilioConfig = Static<typeof twilioConfigSchema>
