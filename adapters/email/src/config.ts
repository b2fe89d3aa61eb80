import { type Static, Type } from 'typebox'

const port = { minimum: 0, maximum: 65_535 }

const tls = Type.Optional(
  Type.Object(
    {
      cert: Type.String({
        minLength: 1,
        description:
          'Certificate and its chain in PEM, usually as `{ file: PATH }`, relative to the configuration file.',
      }),
      key: Type.String({ secret: true, minLength: 1, description: 'Private key in PEM, usually as `{ file: PATH }`.' }),
      port: Type.Optional(
        Type.Integer({
          ...port,
          description:
            'A second port, for connections that are encrypted from their first octet on; 0 takes any free one.',
          examples: [465],
        }),
      ),
    },
    {
      additionalProperties: false,
      description:
        'Encryption: STARTTLS on `port`, and a second port where one is given. Without it, users can log in from this machine only.',
    },
  ),
)

const senders = Type.Array(
  Type.Object(
    {
      address: Type.String({
        minLength: 3,
        maxLength: 254,
        pattern: '^[^\\s@<>]*@[^\\s@<>]+$',
        description: 'Sender of the envelope; one that begins with @ is every address of that domain.',
        examples: ['erp@acme.example'],
      }),
      networks: Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description: 'Addresses and networks (CIDR) that mail of this sender comes from: your own mail servers.',
        examples: [['192.0.2.25']],
      }),
      apiKey: Type.String({ secret: true, minLength: 1, description: 'The API key its messages are sent with.' }),
    },
    { additionalProperties: false },
  ),
  {
    default: [],
    description:
      'Senders that need no login, because mail in their name comes from certain machines only. Anyone who can send mail through those machines can send SMS.',
  },
)

const replies = Type.Optional(
  Type.Object(
    {
      days: Type.Integer({
        minimum: 1,
        maximum: 90,
        default: 7,
        description: 'For how many days after a mail answers to it are sent on.',
        examples: [30],
      }),
    },
    {
      additionalProperties: false,
      description:
        'Sends the answers of contacts as mail to the person who wrote to them last, through the service `Mail` of a plugin. Without it answers are incoming SMS and nothing else.',
    },
  ),
)

/** Configuration of an instance of the mail server. Times are milliseconds. */
export const emailConfigSchema = Type.Object(
  {
    host: Type.String({
      default: '0.0.0.0',
      minLength: 1,
      description: 'Address to listen on.',
      examples: ['127.0.0.1'],
    }),
    port: Type.Integer({
      ...port,
      default: 2525,
      description: 'Port for SMTP; 0 takes any free one.',
      examples: [587],
    }),
    tls,
    domain: Type.String({
      minLength: 1,
      maxLength: 253,
      pattern: '^[^\\s@<>\\u0000-\\u001f]+$',
      description: 'The domain after the @ of a phone number. Mail to any other domain is refused.',
      examples: ['sms.example.com'],
    }),
    senders,
    subject: Type.Union([Type.Literal('ignore'), Type.Literal('before')], {
      default: 'ignore',
      description: 'Whether the subject is left out, or goes before the text on a line of its own.',
      examples: ['before'],
    }),
    stripQuotes: Type.Boolean({
      default: true,
      description: 'Whether the mail that a mail answers, and signatures, are left out.',
      examples: [false],
    }),
    programs: Type.Union([Type.Literal('drop'), Type.Literal('send')], {
      default: 'drop',
      description:
        'What happens to mail that is marked as written by a program (`Auto-Submitted: auto-generated`, `Precedence: bulk`, ...), such as the alerts of monitoring. Bounces, reports and answering machines are dropped in any case.',
      examples: ['send'],
    }),
    maxParts: Type.Integer({
      minimum: 1,
      maximum: 255,
      default: 10,
      description: 'Most parts of an SMS; a longer text is refused.',
      examples: [3],
    }),
    maxBytes: Type.Integer({
      minimum: 1_000,
      maximum: 50_000_000,
      default: 2_000_000,
      description: 'Largest mail in octets, with all attachments.',
      examples: [500_000],
    }),
    maxRecipients: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1_000,
      description: 'Most recipients of a mail. Mail programs send it again to the others.',
      examples: [100],
    }),
    maxConnections: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 200,
      description:
        'Clients at once on this node that have logged in or need no login, over both ports; others are asked to try again later.',
      examples: [50],
    }),
    maxStrangers: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 200,
      description:
        'Connections at once on this node that have not logged in, over both ports. For one more, the oldest of the address that has most is closed.',
      examples: [50],
    }),
    connectionsPerAddress: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 20,
      description:
        'Connections at once on this node from one address, or one /64 of IPv6: so many that have not logged in (for one more the oldest is closed), and so many clients that have (one more gets 421).',
      examples: [5],
    }),
    idleTimeoutMs: Type.Integer({
      minimum: 100,
      maximum: 600_000,
      default: 60_000,
      description: 'A connection that is silent for this long is closed.',
      examples: [30_000],
    }),
    logInTimeoutMs: Type.Integer({
      minimum: 100,
      maximum: 600_000,
      default: 30_000,
      description: 'A connection that has not logged in by then, nor begun a mail that needs no login, is closed.',
      examples: [10_000],
    }),
    mailTimeoutMs: Type.Integer({
      minimum: 100,
      maximum: 3_600_000,
      default: 300_000,
      description: 'A connection over which no complete mail has come for this long is closed, however busy it is.',
      examples: [60_000],
    }),
    replies,
  },
  { additionalProperties: false },
)

export type EmailConfig = Static<typeof emailConfigSchema>
