import { Type } from 'typebox'

const TON_MAXIMUM = 7
const NPI_MAXIMUM = 18

/** The settings for type of number and numbering plan, with the given defaults (SMPP 3.4, 5.2.5 and 5.2.6). */
export function tonAndNpi(ton: number, npi: number, description: string) {
  return Type.Object(
    {
      ton: Type.Integer({ minimum: 0, maximum: TON_MAXIMUM, default: ton, description: 'Type of number.' }),
      npi: Type.Integer({ minimum: 0, maximum: NPI_MAXIMUM, default: npi, description: 'Numbering plan.' }),
    },
    { additionalProperties: false, default: {}, description },
  )
}

const TlsSchema = Type.Object(
  {
    ca: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Authorities (PEM) that are trusted instead of those that come with Node.',
      }),
    ),
    serverName: Type.Optional(
      Type.String({ minLength: 1, description: 'Name the certificate has to be for. Default: the host.' }),
    ),
    cert: Type.Optional(
      Type.String({ minLength: 1, description: 'Certificate of the link itself (PEM), where the SMSC wants one.' }),
    ),
    key: Type.Optional(Type.String({ minLength: 1, secret: true, description: 'Private key (PEM) of `cert`.' })),
    verify: Type.Boolean({
      default: true,
      description:
        'False: any certificate is accepted. Anyone on the network path can then read and change everything.',
    }),
  },
  { additionalProperties: false, description: 'Present, even empty ({}): the connection is encrypted.' },
)

const KeepPdusSchema = Type.Object(
  {
    count: Type.Integer({
      minimum: 0,
      maximum: 50,
      default: 0,
      description: 'How many are kept, of all connections. 0: none.',
    }),
    texts: Type.Boolean({
      default: false,
      description: 'True: with short_message and message_payload. Operators can then read what people write.',
    }),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'The last PDUs of the link, for operators to see in the portal. Passwords are always blanked.',
  },
)

/** How a link reaches its SMSC, logs in and stays connected. */
export const connectionFields = {
  hosts: Type.Array(Type.String({ pattern: '^(\\[[0-9A-Fa-f:.]+\\]|[^:\\s\\[\\]]+):[0-9]{1,5}$' }), {
    minItems: 1,
    maxItems: 16,
    description:
      '`host:port` of the SMSC, followed by those of its backups. They are tried in turn; after a connection that held for 30 s the first comes first again.',
    examples: [['smsc.example.net:2775', 'smsc2.example.net:2775']],
  }),
  tls: Type.Optional(TlsSchema),
  systemId: Type.String({ minLength: 1, maxLength: 254, description: 'Login. Most SMSCs take 15 characters at most.' }),
  password: Type.String({
    secret: true,
    maxLength: 254,
    description: 'Most SMSCs take 8 characters at most.',
  }),
  systemType: Type.String({ maxLength: 12, default: '', description: 'As given by the operator of the SMSC.' }),
  addressRange: Type.String({
    maxLength: 40,
    default: '',
    description: 'Numbers whose incoming SMS are wanted, in the notation of the SMSC. Usually empty.',
  }),
  addressRangeNumbers: tonAndNpi(0, 0, 'Kind of the numbers in `addressRange`.'),
  bind: Type.Union([Type.Literal('transceiver'), Type.Literal('transmitter-receiver')], {
    default: 'transceiver',
    description: 'One connection for both directions, or a transmitter and a receiver beside it.',
  }),
  binds: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 1,
    description: 'Connections at once; with `transmitter-receiver` pairs of them.',
  }),
  nodes: Type.Integer({
    minimum: 1,
    maximum: 16,
    default: 1,
    description:
      'How many nodes may share the link, each with an equal part of `binds` and `rate`; a node that is alone has all of it. `binds` has to be a multiple. 1: one node at a time has it.',
    examples: [2],
  }),
  window: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 10,
    description:
      'Parts that may be unanswered on each connection at once. Window / response time is the most it can carry.',
  }),
  rate: Type.Number({
    minimum: 0,
    default: 0,
    description: 'Parts a second the link may send, 0 for no limit. Throttling by the SMSC lowers it for a while.',
    examples: [50],
  }),
  connectTimeoutMs: Type.Integer({
    minimum: 1,
    maximum: 600_000,
    default: 10_000,
    description: 'How long connecting may take, TLS included, and how long the answer to a bind.',
  }),
  responseTimeoutMs: Type.Integer({
    minimum: 1,
    maximum: 86_400_000,
    default: 60_000,
    description:
      'When a link gives up waiting for the answer to a submit_sm; the outcome of the part is then unknown. Late answers make it longer.',
  }),
  enquireLinkMs: Type.Integer({
    minimum: 0,
    maximum: 86_400_000,
    default: 30_000,
    description: 'After this silence the link asks enquire_link; two unanswered ones end the connection. 0: never.',
  }),
  reconnectMinMs: Type.Integer({
    minimum: 1,
    maximum: 600_000,
    default: 1_000,
    description:
      'Wait before the first new attempt; it doubles up to `reconnectMaxMs`, a fifth more or less each time.',
  }),
  reconnectMaxMs: Type.Integer({
    minimum: 1,
    maximum: 3_600_000,
    default: 60_000,
    description: 'Longest wait between attempts.',
  }),
  refusedRetryMs: Type.Integer({
    minimum: 1,
    maximum: 86_400_000,
    default: 300_000,
    description: 'Wait after the SMSC refused the login of the link: an operator has to act first.',
  }),
  keepPdus: KeepPdusSchema,
}
