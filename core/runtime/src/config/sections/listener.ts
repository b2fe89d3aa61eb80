import { DEFAULT_HSTS_SECONDS, DEFAULT_HTTP_LIMITS } from '@heliograph/http'
import { type Static, Type } from 'typebox'
import { NAME_PATTERN } from './instances.ts'

const port = { minimum: 0, maximum: 65535 }

const tls = Type.Optional(
  Type.Object(
    {
      certFile: Type.String({
        minLength: 1,
        description: 'PEM file with the certificate and its chain, relative to the configuration file.',
      }),
      keyFile: Type.String({
        minLength: 1,
        description: 'PEM file with the private key, relative to the configuration file.',
      }),
      passphrase: Type.Optional(
        Type.String({ secret: true, minLength: 1, description: 'Passphrase of the private key.' }),
      ),
      clientCertificates: Type.Optional(
        Type.Object(
          {
            caFile: Type.String({
              minLength: 1,
              description:
                'PEM file with the certificates of the authorities that issue those of clients, relative to the configuration file.',
            }),
            required: Type.Boolean({
              default: true,
              description:
                'Refuse connections without such a certificate. false: they are served too, as if none had been shown.',
            }),
          },
          {
            additionalProperties: false,
            description:
              'Ask clients for certificates (mutual TLS), which interfaces then see. Needs server node, which auto becomes.',
          },
        ),
      ),
    },
    { additionalProperties: false, description: 'Certificate for https. Without it the listener speaks http.' },
  ),
)

const server = Type.Enum(['auto', 'uws', 'node'], {
  default: 'auto',
  description:
    'HTTP server. uws is the fast native one and speaks HTTP/1.1 only; node also answers HTTP/1.0. auto: uws where it is installed and works, else node.',
})

const trustedProxies = Type.Array(Type.String({ minLength: 1 }), {
  default: [],
  description:
    'Addresses or networks (CIDR) of proxies in front of this listener; X-Forwarded-For, X-Forwarded-Proto, X-Request-Id and traceparent are believed from these only.',
})

const hstsMaxAgeSeconds = Type.Integer({
  minimum: 0,
  maximum: 63_072_000,
  default: DEFAULT_HSTS_SECONDS,
  description:
    'For how long browsers that have come by https use nothing else for this host name, on any of its ports, in seconds (Strict-Transport-Security). Sent over TLS, and through trustedProxies that say https. 0 makes browsers forget it.',
})

const reusePort = Type.Boolean({
  default: false,
  description:
    'Share the port with gateways on this machine that were started by themselves; the processes of `node.workers` share it anyway. With server node this needs Node 22.12.',
})

const octets = { minimum: 1, maximum: 2 ** 40 }
const milliseconds = { minimum: 1, maximum: 86_400_000 }

/** The `HttpLimits` that operators may want to change; the README lists them all. */
const limits = Type.Optional(
  Type.Object(
    {
      bodyOctets: Type.Integer({
        ...octets,
        default: DEFAULT_HTTP_LIMITS.bodyOctets,
        description:
          'Memory of this node in octets for all request bodies together, from their arrival until they are answered.',
      }),
      bodyOctetsPerAddress: Type.Integer({
        ...octets,
        default: DEFAULT_HTTP_LIMITS.bodyOctetsPerAddress,
        description:
          'The part of bodyOctets that requests of one client address may take, those of trustedProxies excepted. At least as much as the largest body that has to be taken, usually 4 MiB.',
      }),
      connectionsPerAddress: Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        default: DEFAULT_HTTP_LIMITS.connectionsPerAddress,
        description:
          'Connections of one client address to this node, those of trustedProxies excepted; 0 for any number. See Limits for what server uws counts.',
      }),
      handlerTimeoutMs: Type.Integer({
        ...milliseconds,
        default: DEFAULT_HTTP_LIMITS.handlerTimeoutMs,
        description: 'Time for an interface to answer a request that has arrived.',
      }),
      responseTimeoutMs: Type.Integer({
        ...milliseconds,
        default: DEFAULT_HTTP_LIMITS.responseTimeoutMs,
        description: 'How long a client may leave a response unread; at most 10 s with server uws.',
      }),
      responseOctetsPerSecond: Type.Integer({
        ...octets,
        default: DEFAULT_HTTP_LIMITS.responseOctetsPerSecond,
        description: 'The least a client has to read of a response, on average over each responseTimeoutMs.',
      }),
      responseTotalMs: Type.Integer({
        ...milliseconds,
        default: DEFAULT_HTTP_LIMITS.responseTotalMs,
        description: 'Time for a client to read a whole response.',
      }),
    },
    { additionalProperties: false, description: 'Limits on what clients may use of the gateway.' },
  ),
)

/** The section `http`: the listener that serves every instance with routes, unless it names some. */
export const httpSchema = Type.Object(
  {
    port: Type.Integer({ ...port, default: 8080, description: 'Port; 0 takes any free one.' }),
    host: Type.String({ default: '0.0.0.0', minLength: 1, description: 'Address to listen on.' }),
    server,
    tls,
    trustedProxies,
    hstsMaxAgeSeconds,
    reusePort,
    limits,
    instances: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description:
          'Instances that answer here: adapters, and carriers whose network calls back. Without it: all of them.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The section `listeners`: further listeners, each for the instances it names. */
export const listenersSchema = Type.Record(
  Type.String({ pattern: NAME_PATTERN }),
  Type.Object(
    {
      port: Type.Integer({ ...port, description: 'Port; 0 takes any free one.' }),
      host: Type.String({ default: '0.0.0.0', minLength: 1, description: 'Address to listen on.' }),
      server,
      tls,
      trustedProxies,
      hstsMaxAgeSeconds,
      reusePort,
      limits,
      instances: Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'Instances that answer here, by their names under `instances`.',
      }),
    },
    { additionalProperties: false },
  ),
  {
    default: {},
    description: 'Further listeners, each under a name of its own in lower-case letters, digits and hyphens.',
  },
)

/** The section `admin`: health, metrics and the routes for operators. */
export const adminSchema = Type.Object(
  {
    port: Type.Integer({ ...port, default: 9090, description: 'Port of the admin server; 0 takes any free one.' }),
    host: Type.String({
      default: '127.0.0.1',
      minLength: 1,
      description: 'Address the admin server listens on. Keep it away from clients.',
    }),
    token: Type.Optional(
      Type.String({
        secret: true,
        minLength: 16,
        description:
          'The token that requests to the admin server carry as `Authorization: Bearer TOKEN`, except those for health and metrics. Left out: made once and kept in the data folder as `admin.token`; the demo needs none.',
      }),
    ),
    hosts: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description:
        'Names with a dot by which the admin server is reached, for example gateway.example.com. Addresses, names without a dot and the name of the machine need not be listed.',
    }),
  },
  { additionalProperties: false },
)

/** The settings of every listener for clients. */
export type ListenerSettings = HttpConfiguration
export type HttpConfiguration = Static<typeof httpSchema>
export type ListenersConfiguration = Static<typeof listenersSchema>
export type AdminConfiguration = Static<typeof adminSchema>
