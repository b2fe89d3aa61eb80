import { type Static, Type } from 'typebox'

const port = { minimum: 0, maximum: 65_535 }

const networks = {
  examples: [['192.0.2.0/24', '2001:db8::7']],
}

const tls = Type.Optional(
  Type.Object(
    {
      port: Type.Integer({ ...port, description: 'Port for SMPP over TLS; 0 takes any free one.', examples: [3550] }),
      cert: Type.String({
        minLength: 1,
        description:
          'Certificate and its chain in PEM, usually as `{ file: PATH }`, relative to the configuration file.',
      }),
      key: Type.String({ secret: true, minLength: 1, description: 'Private key in PEM, usually as `{ file: PATH }`.' }),
    },
    { additionalProperties: false, description: 'A second port, for SMPP over TLS. Without it there is none.' },
  ),
)

const bindsPerUser = {
  minimum: 1,
  maximum: 10_000,
  description: 'Sessions a user may have at once, over all nodes. One more is answered with ESME_RBINDFAIL.',
}
const submitsPerSecond = {
  minimum: 0,
  maximum: 1_000_000,
  description:
    'Submits a second of a user, over all of its sessions on this node; 0 for no limit. Those past it are answered with ESME_RTHROTTLED.',
}
const window = {
  minimum: 1,
  maximum: 10_000,
  description:
    'Requests that may be unanswered on a session, in each direction. Past it the server stops reading until it has answered; it refuses nothing.',
}
const allowFrom = Type.Array(Type.String({ minLength: 1 }), {
  ...networks,
  default: [],
  description: 'Addresses and networks (CIDR) from which users may bind; empty for all. Others get ESME_RBINDFAIL.',
})

const users = Type.Array(
  Type.Object(
    {
      systemId: Type.String({
        minLength: 3,
        maxLength: 254,
        description: "The user's full e-mail.",
        examples: ['a@example.com'],
      }),
      bindsPerUser: Type.Optional(Type.Integer(bindsPerUser)),
      submitsPerSecond: Type.Optional(Type.Number(submitsPerSecond)),
      allowFrom: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          ...networks,
          minItems: 1,
          description: 'Addresses and networks (CIDR) from which this user may bind, within those that hold for all.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { default: [], description: 'Settings of individual users; what is left out is as for all.' },
)

/** Configuration of an instance of the SMPP server. Times are milliseconds. */
export const smppConfigSchema = Type.Object(
  {
    host: Type.String({ default: '0.0.0.0', minLength: 1, description: 'Address to listen on.' }),
    port: Type.Integer({ ...port, default: 2775, description: 'Port for plain SMPP; 0 takes any free one.' }),
    tls,
    trustedProxies: Type.Array(Type.String({ minLength: 1 }), {
      ...networks,
      default: [],
      description:
        'Addresses and networks (CIDR) of proxies that open every connection with a PROXY protocol header, version 1 or 2; it is believed from these only.',
    }),
    systemId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 15,
        pattern: '^[\\x21-\\x7e]+$',
        description:
          'What the server calls itself in the answer to a bind. Default: `brand.name` without spaces, its first 15 characters.',
      }),
    ),
    allowFrom,
    bindsPerUser: Type.Integer({ ...bindsPerUser, default: 20 }),
    submitsPerSecond: Type.Number({ ...submitsPerSecond, default: 0 }),
    window: Type.Integer({ ...window, default: 100 }),
    users,
    maxConnections: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 10_000,
      description:
        'Sessions bound at once on this node, over both ports. One more is answered with ESME_RBINDFAIL. Connections that are not bound do not count: they have places of their own.',
    }),
    maxUnbound: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 1_000,
      description:
        'Connections at once on this node that are not bound, over both ports. For one more, the oldest of the address that has most is closed.',
    }),
    unboundPerAddress: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 50,
      description:
        'Connections at once on this node from one address, or one /64 of IPv6, that are not bound. For one more, the oldest is closed.',
    }),
    balancers: Type.Array(Type.String({ minLength: 1 }), {
      ...networks,
      default: [],
      description:
        'Addresses and networks (CIDR) of balancers without PROXY protocol: `unboundPerAddress` does not hold for them, since they stand for many clients.',
    }),
    unboundTimeoutMs: Type.Integer({
      minimum: 1,
      maximum: 600_000,
      default: 15_000,
      description: 'A connection that is not bound by then is closed.',
    }),
    enquireLinkMs: Type.Integer({
      minimum: 0,
      maximum: 3_600_000,
      default: 30_000,
      description:
        'After this silence the server sends enquire_link; two of them unanswered end the session. 0: never.',
    }),
    idleTimeoutMs: Type.Integer({
      minimum: 1,
      maximum: 86_400_000,
      default: 300_000,
      description: 'A session from which nothing has come for this long is closed.',
    }),
    responseTimeoutMs: Type.Integer({
      minimum: 1,
      maximum: 600_000,
      default: 30_000,
      description:
        'How long a client may take to answer a deliver_sm; it is then sent again, by another session if there is one.',
    }),
    longIncoming: Type.Union([Type.Literal('message-payload'), Type.Literal('segments')], {
      default: 'message-payload',
      description:
        'How an incoming SMS goes out that does not fit `short_message` (254 octets): whole in `message_payload`, or as several deliver_sm with a concatenation header. Clients that bind with a version below 3.4 always get segments.',
    }),
    dataCoding1: Type.Union([Type.Literal('auto'), Type.Literal('ascii'), Type.Literal('gsm')], {
      default: 'auto',
      description:
        'How text with data_coding 1 is read. `auto`: as ASCII, unless octets that are control characters there show that it is GSM 03.38, as some libraries send it.',
    }),
  },
  { additionalProperties: false },
)

export type SmppConfig = Static<typeof smppConfigSchema>
