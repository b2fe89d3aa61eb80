import { MAX_SPEED_PARTS, MAX_SPEED_SECONDS } from '@heliograph/messaging'
import { Type } from 'typebox'

/** How fast messages may go. */
export const speedLimitSchema = Type.Object(
  {
    parts: Type.Integer({ minimum: 1, maximum: MAX_SPEED_PARTS, description: 'SMS parts.' }),
    seconds: Type.Integer({
      minimum: 1,
      maximum: MAX_SPEED_SECONDS,
      description: 'The seconds in which no more of them are sent: `60`, `3600` or `86400` for a minute, hour or day.',
    }),
  },
  {
    title: 'SpeedLimit',
    additionalProperties: false,
    description: 'Most SMS parts that are handed to networks in so many seconds, spread evenly over them.',
  },
)
