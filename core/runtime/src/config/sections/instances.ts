import { type Static, Type } from 'typebox'
import { outgoingTls } from './outgoing-tls.ts'

/** Names that operators choose: they end up in paths, labels and logs. */
export const NAME_PATTERN = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'

/** `instances.<id>.outgoingTls`. */
export const outgoingTlsSchema = outgoingTls(
  'How this instance presents itself to servers that it calls over https, and which it trusts. The files are watched: renewed ones count for new connections.',
)

/** The section `instances`. What is under `config` is read later, by the schema of the package. */
export const instancesSchema = Type.Record(
  Type.String({ pattern: NAME_PATTERN }),
  Type.Object(
    {
      use: Type.String({
        minLength: 1,
        description: 'Package of the adapter or plugin, for example @heliograph/adapter-v2.',
      }),
      config: Type.Optional(
        Type.Unknown({ description: 'Configuration of this instance; the README of the package lists the keys.' }),
      ),
      optional: Type.Boolean({
        default: false,
        description:
          'true: the gateway goes on without this instance when its package cannot be loaded, or it cannot be created or started.',
      }),
      allowNetworks: Type.Array(Type.String(), {
        default: [],
        description:
          'Networks (CIDR) that this instance may call over HTTP although they are private: for a peer inside. Link-local and metadata addresses stay closed. Without it: public addresses only.',
      }),
      outgoingTls: Type.Optional(outgoingTlsSchema),
    },
    { additionalProperties: false },
  ),
  {
    default: {},
    description:
      'Adapters and plugins, each under a name of its own in lower-case letters, digits and hyphens. The same package may stand here several times.',
  },
)

export type InstancesConfiguration = Static<typeof instancesSchema>
