import { Type } from 'typebox'

const strict = { additionalProperties: false }

/** `links.<instance>/<name>`: settings of the engine for a single link. */
export const LinksSection = Type.Record(
  Type.String(),
  Type.Object(
    {
      unknownOutcome: Type.Optional(
        Type.Union([Type.Literal('resend'), Type.Literal('hold')], {
          description:
            'What to do with a message whose submit response never came: send it again, or wait for a receipt. Default: resend for CRITICAL and HIGH, hold for the rest. `submissions.unknownOutcome` goes first.',
        }),
      ),
    },
    strict,
  ),
  { default: {} },
)

const UnknownOutcome = Type.Union([Type.Literal('resend'), Type.Literal('hold')])

/** `submissions`: what depends on who sends a message, and by which interface. */
export const SubmissionsSection = Type.Object(
  {
    unknownOutcome: Type.Object(
      {
        interfaces: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), UnknownOutcome, {
          default: {},
          description:
            'What to do with a message whose submit response never came, by the interface that it came by, as reports name it (`v2`, `smpp`, `basic`, `portal`, ...): send it again (`resend`), or wait for a receipt (`hold`). Goes before the setting of the link.',
          examples: [{ v2: 'hold' }],
        }),
        clients: Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,15}$' }), UnknownOutcome, {
          default: {},
          description: 'The same by the number of the client. Goes before everything else.',
          examples: [{ 1001: 'hold' }],
        }),
      },
      { ...strict, default: {} },
    ),
  },
  strict,
)

const LinkChoice = Type.Union([
  Type.String(),
  Type.Object(
    {
      link: Type.String({ description: 'A carrier instance or a single link of it.' }),
      weight: Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 1,
        description: 'Share of the parts that each of its links gets while several have room.',
      }),
    },
    strict,
  ),
])

/** `routes.<name>`: the links that messages of a route may take. */
export const RoutesSection = Type.Record(
  Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,40}$' }),
  Type.Object(
    {
      links: Type.Array(LinkChoice, {
        minItems: 1,
        description:
          'Carrier instances (`simulator`) or single links of them (`simulator/main`), with or without a weight. The load is shared, by weight, among those that are up and have room.',
      }),
      fallbacks: Type.Optional(
        Type.Array(Type.Array(LinkChoice, { minItems: 1 }), {
          description:
            'Further groups of links. A group is used while no link of the groups before it is up, and for messages that all of those refused for reasons of their own.',
          examples: [[['backup']]],
        }),
      ),
    },
    strict,
  ),
  { default: {}, description: 'Without any, one route `default` takes all links of all carriers.' },
)

/** `routing`: which messages take which route. */
export const RoutingSection = Type.Array(
  Type.Object(
    {
      name: Type.Optional(
        Type.String({ description: 'A name to recognise the rule by; `heliograph route test` shows it.' }),
      ),
      when: Type.Object(
        {
          to: Type.Optional(
            Type.Array(Type.String({ pattern: '^[0-9]{1,15}$' }), {
              minItems: 1,
              description: 'Recipients that begin with one of these digits (E.164 without `+`).',
              examples: [['2782', '2772']],
            }),
          ),
          country: Type.Optional(
            Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
              minItems: 1,
              description: 'Recipients in one of these countries (ISO 3166-1 alpha-2).',
            }),
          ),
          sender: Type.Optional(
            Type.Array(Type.String(), {
              minItems: 1,
              description: 'Messages from one of these channels (by address).',
            }),
          ),
          client: Type.Optional(
            Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, description: 'Messages of one of these clients.' }),
          ),
          priority: Type.Optional(
            Type.Array(
              Type.Union([
                Type.Literal('CRITICAL'),
                Type.Literal('HIGH'),
                Type.Literal('NORMAL'),
                Type.Literal('LOW'),
                Type.Literal('BULK'),
              ]),
              { minItems: 1, description: 'Messages of one of these priorities.' },
            ),
          ),
          parts: Type.Optional(
            Type.Object(
              {
                min: Type.Optional(
                  Type.Integer({ minimum: 1, description: 'Messages with at least this many parts.' }),
                ),
                max: Type.Optional(Type.Integer({ minimum: 1, description: 'Messages with at most this many parts.' })),
              },
              strict,
            ),
          ),
        },
        { ...strict, default: {}, description: 'All given conditions must hold; without any, every message fits.' },
      ),
      route: Type.String({ description: 'A route of `routes`.' }),
    },
    strict,
  ),
  {
    default: [],
    description:
      'Rules in order; the first that fits a message when it is accepted decides its route. If no rule fits, the route is `default`.',
  },
)
