import { type Static, Type } from 'typebox'

/** Which links of a direction change something. */
function accept(direction: string) {
  return Type.Union([Type.Literal('public'), Type.Literal('signed')], {
    default: 'public',
    description: `Links that opt ${direction}: \`public\` takes all, as the specification says; \`signed\` takes only those that the gateway wrote into a text. Others then show that they are incomplete and change nothing.`,
    examples: ['signed'],
  })
}

/** Configuration of an instance of the subscription pages. */
export const configSchema = Type.Object(
  {
    accept: Type.Object(
      { optOut: accept('out'), optIn: accept('in') },
      {
        additionalProperties: false,
        default: { optOut: 'public', optIn: 'public' },
        description: 'Whether anyone may make a link, or the gateway only.',
      },
    ),
    changesPerHour: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 100,
      description:
        'Changes by unsigned links of one client within an hour of the clock, on each node. Past it each one asks for a click, and an alarm is raised; past ten times as many they change nothing. Signed links always work.',
    }),
    changesPerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 100,
      description:
        'Changes by unsigned links from one address, or one /64 of IPv6, within a day (UTC), on each node. More get a page with status 429.',
    }),
    clientsPerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 10,
      description:
        'Different clients, known or not, that unsigned links from one address may name within an hour of the clock, on each node. More get a page with status 429, so that clients cannot be listed by their ids.',
    }),
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
