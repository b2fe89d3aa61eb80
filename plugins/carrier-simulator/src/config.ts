import { type Static, Type } from 'typebox'

/** Configuration of one simulated network. Times are milliseconds. */
export const SimulatorConfigSchema = Type.Object(
  {
    links: Type.Integer({
      minimum: 1,
      maximum: 32,
      default: 1,
      description: 'Connections to the network, named `main`, `main-2`, `main-3`, ...',
      examples: [2],
    }),
    window: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 1000,
      description: 'Parts that may be unanswered on each link at once; also the receipts it has under way at once.',
      examples: [100],
    }),
    rate: Type.Number({
      minimum: 0,
      default: 0,
      description: 'Parts a second that each link takes, 0 for no limit.',
      examples: [50],
    }),
    submitDelayMs: Type.Integer({
      minimum: 0,
      maximum: 600_000,
      default: 0,
      description: 'How long the network takes to answer a submit.',
      examples: [20],
    }),
    receiptDelayMs: Type.Integer({
      minimum: 0,
      maximum: 86_400_000,
      default: 0,
      description: 'How long after that answer the receipt comes.',
      examples: [2000],
    }),
    receipts: Type.Boolean({
      default: true,
      description:
        'False: the network takes messages and never reports on them, so they stay with the network until they expire.',
      examples: [false],
    }),
    receiptParts: Type.Union([Type.Literal('all'), Type.Literal('first'), Type.Literal('last'), Type.Literal('none')], {
      default: 'all',
      description:
        'The parts of a long message that get a receipt. `none`: the links declare that there are no receipts, so a message is final when it is taken.',
      examples: ['last'],
    }),
    receiptBacklog: Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      default: 500_000,
      description: 'Receipts a link keeps for the gateway. While it has more, submits are answered with ESME_RMSGQFUL.',
      examples: [10_000],
    }),
    responseTimeoutMs: Type.Integer({
      minimum: 1,
      maximum: 600_000,
      default: 10_000,
      description: 'When a link gives up waiting for the answer to a submit; its outcome is then unknown.',
      examples: [2000],
    }),
    reconnectMs: Type.Integer({
      minimum: 1,
      maximum: 600_000,
      default: 1000,
      description: 'How long a dropped link stays down.',
      examples: [200],
    }),
    history: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 1000,
      description: 'Submits kept in memory for the admin route `/sent`, the newest ones.',
      examples: [20_000],
    }),
    phones: Type.Boolean({
      default: false,
      description:
        'Show what arrives on virtual phones in the portal, and let them answer: the newest 1000 messages of this node. One instance of a deployment may do so.',
      examples: [true],
    }),
    journal: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'File to which every part taken is appended before the gateway is told. With it the network remembers what it took, and which receipts it still owes, when the gateway is killed. It only grows: for tests.',
        examples: ['/var/tmp/network.csv'],
      }),
    ),
  },
  { additionalProperties: false },
)

export type SimulatorConfig = Static<typeof SimulatorConfigSchema>

/** The names of the links. */
export function linkNames(config: SimulatorConfig): readonly string[] {
  return Array.from({ length: config.links }, (_, index) => (index === 0 ? 'main' : `main-${index + 1}`))
}
