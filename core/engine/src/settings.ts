import { UPLOAD_MEBIBYTES } from '@heliograph/messaging'
import { type Static, type TObject, Type } from 'typebox'
import { RetentionSection } from './retention-settings.ts'
import { LinksSection, RoutesSection, RoutingSection, SubmissionsSection } from './routing-settings.ts'
import { ShortLinksSection } from './short-links-settings.ts'

const strict = { additionalProperties: false }

/** `database`: where everything is kept. */
const DatabaseSection = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        secret: true,
        description:
          'Connection string of the Postgres to use, with several hosts, `target_session_attrs`, `sslmode`, `sslrootcert`, `sslcert` and `sslkey` as for libpq; without `sslmode`: no TLS. Absent: an embedded server in the data folder.',
        examples: [
          'postgres://heliograph:secret@db.internal/heliograph?sslmode=verify-full&sslrootcert=/etc/heliograph/db-ca.pem',
          'postgres://heliograph:secret@db1.internal,db2.internal,db3.internal/heliograph?target_session_attrs=read-write',
        ],
      }),
    ),
    directUrl: Type.Optional(
      Type.String({
        secret: true,
        description:
          'Connection string of the same database past the pooler: for what needs a session of its own (announcements, jobs, locks, migrations) or limits of its own (heartbeats, searches, maintenance). Absent: `url`.',
        examples: ['postgres://heliograph_owner:secret@db.internal:5432/heliograph'],
      }),
    ),
    reportUrl: Type.Optional(
      Type.String({
        secret: true,
        description:
          'Connection string of a standby of the same database, past any pooler. It answers reports, logs, exports, figures and searches once it has all that was acknowledged before; while it is away or late the primary does. Absent: the primary always does.',
        examples: [
          'postgres://heliograph:secret@db2.internal/heliograph',
          'postgres://heliograph:secret@db1.internal,db2.internal,db3.internal/heliograph?target_session_attrs=standby',
        ],
      }),
    ),
    pooler: Type.Union([Type.Literal('none'), Type.Literal('transaction')], {
      default: 'none',
      description:
        '`transaction`: `url` leads to a pooler that gives each transaction another session (PgBouncer with `pool_mode = transaction`). Its connections then ask for nothing when they begin; search path and limits are those of the role. It needs `directUrl`.',
    }),
    prepare: Type.Boolean({
      default: true,
      description:
        'Whether statements over `url` are prepared. `false` for a pooler that cannot do that (PgBouncer before 1.21, or without `max_prepared_statements`); each statement then takes a second round trip.',
    }),
    pool: Type.Integer({
      minimum: 4,
      maximum: 200,
      default: 20,
      description: 'Connections of this node for messages and accounts: half of them to accept messages.',
    }),
    reportPool: Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 4,
      description:
        'Connections of this node for reports, logs and searches of clients: so many to the primary and, with `reportUrl`, so many and one to the replica.',
    }),
    workerPool: Type.Integer({
      minimum: 2,
      maximum: 100,
      default: 6,
      description: 'Connections of this node for jobs: what waits for a time.',
    }),
    pluginPool: Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 2,
      description: 'Connections of this node for each instance that has tables of its own.',
    }),
  },
  strict,
)

/** `security`. */
const SecuritySection = Type.Object(
  {
    masterKey: Type.Optional(
      Type.String({
        secret: true,
        description:
          'Seals the secrets in the database: 32 octets in hexadecimal or Base64. Absent: generated once into the data folder. All nodes need the same one.',
      }),
    ),
    otherMasterKeys: Type.Array(Type.String({ secret: true, description: 'A master key, written like `masterKey`.' }), {
      default: [],
      maxItems: 10,
      description:
        'Master keys that only open what is sealed under them: the next one before it seals, the last one until nothing is sealed under it. `heliograph master-key` changes keys without an outage.',
    }),
  },
  strict,
)

/** `defaults`: what applies to a client without settings of its own. */
const DefaultsSection = Type.Object(
  {
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      default: 'ZA',
      description: 'Country (ISO 3166-1 alpha-2) by which national numbers are read.',
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      default: 'ZAR',
      description: 'Currency (ISO 4217) of new clients.',
    }),
    rateLimit: Type.Integer({ minimum: 1, default: 300, description: 'v2 requests a minute for each API key.' }),
    validityHours: Type.Number({
      exclusiveMinimum: 0,
      maximum: 168,
      default: 48,
      description: 'How long after its send time a message may still be submitted.',
    }),
    lowCredit: Type.Number({
      minimum: 0,
      default: 10,
      description:
        'Prepaid clients with less credit than this, in whatever currency, are counted in the metric clients_low_credit.',
    }),
  },
  strict,
)

/** `webhooks`. */
const WebhooksSection = Type.Object(
  {
    allowNetworks: Type.Array(Type.String(), {
      default: [],
      description:
        'Networks (CIDR) that customer URLs may point into although they are private. Link-local and metadata addresses stay closed.',
      examples: [['10.20.0.0/16']],
    }),
    retryDelaysSeconds: Type.Array(Type.Number({ minimum: 0 }), {
      default: [5, 30],
      description: 'Waits before the second, third, ... attempt; each is varied by 20 %.',
    }),
    concurrency: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 200,
      description:
        'Webhook calls of this node at once. One that takes more than a quarter of a second makes room for another, up to ten times as many in all.',
    }),
    callsPerEndpoint: Type.Integer({
      minimum: 1,
      maximum: 64,
      default: 50,
      description:
        "How many of these may go to one client's URLs on one host. It starts at one and grows while calls succeed.",
    }),
    callsPerClient: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'How many of these may go to all URLs of one client.',
    }),
    failuresToPause: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 5,
      description:
        "Failures in a row after which only single probes are sent, first after 10 seconds and in the end every 5 minutes: to a client's URL (without its query) for answers other than 2xx, to all of the client's URLs on a host when no answer comes. Waiting uses up no attempt.",
    }),
    giveUpHours: Type.Number({
      exclusiveMinimum: 0,
      maximum: 168,
      default: 24,
      description: 'How long a webhook waits at most for a host that is paused or too slow; then it fails.',
    }),
    sentReceipts: Type.Array(Type.Integer({ minimum: 1 }), {
      default: [],
      uniqueItems: true,
      description:
        'Channels, by their ids, whose own URL for receipts is also called when a network has taken a message: `PENDING`, code 1. A message that says itself whether it wants that (`sentReport` of version 2) is not changed.',
      examples: [[1001, 1007]],
    }),
    soapNamespace: Type.String({
      minLength: 1,
      default: 'urn:heliograph:incoming',
      description: 'Namespace of the SOAP handler: of `incomingsms` and its children.',
    }),
  },
  strict,
)

/** `limits`: how much one client may use. */
const LimitsSection = Type.Object(
  {
    partsPerRequest: Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      default: 100_000,
      description:
        'SMS parts a client may send with one request, over all of its recipients. More is refused as a whole.',
    }),
    partsPerMinute: Type.Integer({
      minimum: 1,
      default: 1_000_000,
      description:
        'SMS parts a client may send within a minute, over all interfaces. Each node counts what it takes itself.',
    }),
    uploadMebibytes: Type.Integer({
      minimum: 64,
      maximum: 1_048_576,
      default: UPLOAD_MEBIBYTES,
      description:
        'Mebibytes that the rows of a client’s uploads may take at once, in whatever state; rows of cancelled ones go at once.',
    }),
    blobMebibytes: Type.Integer({
      minimum: 1,
      maximum: 1_024,
      default: 16,
      description: 'Mebibytes of the largest file that is kept: one that comes in with a message, or is to be sent.',
    }),
    clientBlobs: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 10_000,
      description: 'How many files a client may have kept at once.',
    }),
    clientBlobMebibytes: Type.Integer({
      minimum: 1,
      maximum: 1_048_576,
      default: 1_024,
      description: 'Mebibytes that the files of a client may take together. What comes in beyond that loses its files.',
    }),
  },
  strict,
)

/** `dispatch`: how this deployment hands messages to its links. */
const DispatchSection = Type.Object(
  {
    fairness: Type.Union([Type.Literal('order'), Type.Literal('clients')], {
      default: 'order',
      description:
        'Order of messages of one route and one priority: first come, first served (`order`), or in turn by client (`clients`), part by part, so that one client’s campaign does not hold up the few messages of another. Applies to messages accepted from then on; all nodes need the same value.',
    }),
    maxResends: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 2,
      description:
        'How often a message of unknown outcome is sent again (if the policy is `resend`) before it waits for a receipt.',
    }),
    retryDelaysSeconds: Type.Array(Type.Number({ minimum: 0 }), {
      minItems: 1,
      default: [5, 15, 60, 300, 900],
      description: 'Waits after temporary submit errors; the last one repeats until the validity ends.',
    }),
  },
  strict,
)

/** `incoming`: SMS from subscribers. */
const IncomingSection = Type.Object(
  {
    joinTimeoutSeconds: Type.Integer({
      minimum: 10,
      maximum: 86_400,
      default: 600,
      description:
        'How long to wait for the parts of a long incoming SMS after the first has arrived; then it is stored as it is, marked incomplete.',
    }),
    autoRepliesPerHour: Type.Integer({
      minimum: 0,
      maximum: 1_000,
      default: 5,
      description:
        'Auto-replies to one contact from one channel within an hour, those of webhooks included; 0 = none. Further SMS are not answered, so that two machines do not answer each other for ever.',
    }),
  },
  strict,
)

/** The sections of the configuration file that belong to the engine. */
export const engineSections = {
  database: DatabaseSection,
  security: SecuritySection,
  defaults: DefaultsSection,
  webhooks: WebhooksSection,
  retention: RetentionSection,
  limits: LimitsSection,
  shortLinks: ShortLinksSection,
  dispatch: DispatchSection,
  submissions: SubmissionsSection,
  links: LinksSection,
  routes: RoutesSection,
  routing: RoutingSection,
  incoming: IncomingSection,
} satisfies Record<string, TObject | typeof RoutesSection | typeof LinksSection | typeof RoutingSection>

/** What these sections say, except `security`: the engine gets the key itself. */
export type EngineSettings = {
  readonly [Name in Exclude<keyof typeof engineSections, 'security'>]: Static<(typeof engineSections)[Name]>
}
