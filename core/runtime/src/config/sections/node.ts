import { type Static, Type } from 'typebox'

/** The tasks a node can take on. A deployment needs each of them on at least one node. */
export const NODE_ROLES = ['http', 'sockets', 'dispatch', 'webhooks', 'cron'] as const

/** The section `node`. */
export const nodeSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Name of this process in logs and in the list of nodes. Without it: host name and process id.',
      }),
    ),
    workers: Type.Integer({
      minimum: 1,
      maximum: 64,
      default: 1,
      description:
        'Processes that share the ports, to use more cores; about one for every two. With more than one, each is a node, called by the name above, a hyphen and its number.',
    }),
    roles: Type.Array(Type.Enum([...NODE_ROLES]), {
      default: [...NODE_ROLES],
      minItems: 1,
      uniqueItems: true,
      description:
        'What this process does: http (listeners for clients), sockets (interfaces with sockets of their own, like SMPP), dispatch (carriers and the way to them), webhooks, cron (sweeps and retention).',
    }),
  },
  { additionalProperties: false },
)

export type NodeConfiguration = Static<typeof nodeSchema>
export type NodeRole = (typeof NODE_ROLES)[number]
