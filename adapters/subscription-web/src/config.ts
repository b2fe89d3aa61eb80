import { type Static, Type } from 'typebox'

/** Configuration of an instance of the subscription pages. */
export const configSchema = Type.Object(
  {
    requestsPerMinute: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 30,
      description:
        'Requests within any minute from one address, an IPv6 /64 counting as one. More get a page with status 429.',
    }),
  },
  { additionalProperties: false },
)

export type SubscriptionWebConfig = Static<typeof configSchema>
